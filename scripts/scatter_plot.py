"""Plots as SVG, used by the scripts that draw papers' figures: points on logarithmic axes of the same range with the diagonal, and lines
on linear axes."""
import math

SIZE, MARGIN, LONG_LIST = 360, 64, 100


def scatter(points, title, x_label, y_label, path, exponents=None):
    """Few points are crosses; many are dots that one can see through. The axes go from 10 to the one exponent to 10 to the other."""
    low = math.floor(math.log10(min(min(p) for p in points)))
    high = math.ceil(math.log10(max(max(p) for p in points)))
    low, high = exponents or (low, high)
    place = lambda v: (math.log10(v) - low) / (high - low) * SIZE
    parts = beginning(title)
    for exponent in range(low, high + 1):
        at = place(10.0 ** exponent)
        label = f"10<tspan dy='-5' font-size='9'>{exponent}</tspan>"
        parts += [f'<path d="M{at:.1f} 0V{SIZE}M0 {SIZE - at:.1f}H{SIZE}" stroke="#ddd"/>',
                  f'<text x="{at:.1f}" y="{SIZE + 18}" text-anchor="middle">{label}</text>',
                  f'<text x="-6" y="{SIZE - at + 4:.1f}" text-anchor="end">{label}</text>']
    parts.append(f'<path d="M0 {SIZE}L{SIZE} 0" stroke="#888"/>')
    if len(points) < LONG_LIST:
        marks = "".join(f"M{place(a) - 4:.1f} {SIZE - place(b):.1f}h8m-4 -4v8" for a, b in points)
        parts.append(f'<path d="{marks}" stroke="#1f5fa8" fill="none"/>')
    else:
        marks = "".join(f"M{place(a):.1f} {SIZE - place(b):.1f}h0" for a, b in points)
        parts.append(f'<path d="{marks}" stroke="#1f5fa8" stroke-opacity=".35" stroke-width="3" stroke-linecap="round"/>')
    finish(parts, x_label, y_label, path)


def lines(series, title, x_label, y_label, path):
    """Each series is a name with its points, from the origin on."""
    largest = lambda axis: max(point[axis] for points in series.values() for point in points)
    width, height = largest(0), largest(1)
    parts = beginning(title)
    for step in range(5):
        at = SIZE * step / 4
        parts += [f'<path d="M{at:.1f} 0V{SIZE}M0 {SIZE - at:.1f}H{SIZE}" stroke="#ddd"/>',
                  f'<text x="{at:.1f}" y="{SIZE + 18}" text-anchor="middle">{width * step / 4:.3g}</text>',
                  f'<text x="-6" y="{SIZE - at + 4:.1f}" text-anchor="end">{height * step / 4:.3g}</text>']
    for color, (name, points) in zip(("#1f5fa8", "#b5442e", "#3c7a3c"), series.items()):
        way = "".join(f"{'L' if k else 'M'}{x / width * SIZE:.1f} {SIZE - y / height * SIZE:.1f}" for k, (x, y) in enumerate(points))
        x, y = points[-1]
        parts += [f'<path d="{way}" stroke="{color}" fill="none" stroke-width="2"/>',
                  f'<text x="{x / width * SIZE - 4:.1f}" y="{SIZE - y / height * SIZE - 6:.1f}" text-anchor="end" fill="{color}">{name}</text>']
    finish(parts, x_label, y_label, path)


def beginning(title):
    return [f'<svg xmlns="http://www.w3.org/2000/svg" width="{SIZE + 2 * MARGIN}" height="{SIZE + 2 * MARGIN}" '
            'font-family="sans-serif" font-size="12">',
            f'<rect width="100%" height="100%" fill="white"/><g transform="translate({MARGIN},{MARGIN})">',
            f'<text x="{SIZE / 2}" y="-20" text-anchor="middle" font-size="14">{title}</text>']


def finish(parts, x_label, y_label, path):
    parts += [f'<text x="{SIZE / 2}" y="{SIZE + 42}" text-anchor="middle">{x_label}</text>',
              f'<text transform="translate(-44,{SIZE / 2})rotate(-90)" text-anchor="middle">{y_label}</text>', "</g></svg>\n"]
    with open(path, "w") as out:
        out.write("\n".join(parts))
