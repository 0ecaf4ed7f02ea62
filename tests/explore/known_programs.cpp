// The known programs, written out. Retry loops are as in C: none is cut short.
#include "known_programs.hpp"

namespace linnet::model {

namespace {

// Appends a piece whose jumps are relative to its beginning; a target of kEnd leaves it.
constexpr int kEnd = 1000;
void append(Body& body, const Body& piece) {
  const int base = static_cast<int>(body.size());
  for (Instruction i : piece) {
    if (i.code == Code::jump_equal || i.code == Code::jump_unequal) {
      i.target = base + (i.target == kEnd ? static_cast<int>(piece.size()) : i.target);
    }
    body.push_back(i);
  }
}

Instruction go_to(int target) {
  return {.code = Code::jump_equal, .a = constant(0), .b = constant(0), .target = target};
}

constexpr int kTop = 0, kStackNext = 1;

Body push(int node) {
  return {
      {.code = Code::load, .reg = 0, .object = kTop},
      {.code = Code::store, .object = kStackNext + node, .a = reg(0)},
      {.code = Code::cas, .reg = 1, .object = kTop, .a = reg(0), .b = constant(node)},
      {.code = Code::jump_equal, .a = reg(1), .b = constant(0), .target = 0},
  };
}

Body pop() {
  return {
      {.code = Code::load, .reg = 0, .object = kTop},
      {.code = Code::jump_equal, .a = reg(0), .b = constant(0), .target = kEnd},
      {.code = Code::load, .reg = 2, .object = kStackNext, .index_register = 0},
      {.code = Code::cas, .reg = 1, .object = kTop, .a = reg(0), .b = reg(2)},
      {.code = Code::jump_equal, .a = reg(1), .b = constant(0), .target = 0},
  };
}

constexpr int kHead = 0, kTail = 1, kQueueNext = 2;

Body enqueue(int node) {
  return {
      {.code = Code::load, .reg = 0, .object = kTail},
      {.code = Code::load, .reg = 1, .object = kQueueNext, .index_register = 0},
      {.code = Code::load, .reg = 2, .object = kTail},
      {.code = Code::jump_unequal, .a = reg(0), .b = reg(2), .target = 0},
      {.code = Code::jump_unequal, .a = reg(1), .b = constant(0), .target = 9},
      {.code = Code::cas,
       .reg = 3,
       .object = kQueueNext,
       .a = constant(0),
       .b = constant(node),
       .index_register = 0},
      {.code = Code::jump_equal, .a = reg(3), .b = constant(0), .target = 0},
      {.code = Code::cas, .reg = 3, .object = kTail, .a = reg(0), .b = constant(node)},
      go_to(kEnd),
      {.code = Code::cas, .reg = 3, .object = kTail, .a = reg(0), .b = reg(1)},
      go_to(0),
  };
}

Body dequeue() {
  return {
      {.code = Code::load, .reg = 0, .object = kHead},
      {.code = Code::load, .reg = 1, .object = kTail},
      {.code = Code::load, .reg = 2, .object = kQueueNext, .index_register = 0},
      {.code = Code::load, .reg = 3, .object = kHead},
      {.code = Code::jump_unequal, .a = reg(0), .b = reg(3), .target = 0},
      {.code = Code::jump_unequal, .a = reg(0), .b = reg(1), .target = 9},
      {.code = Code::jump_equal, .a = reg(2), .b = constant(0), .target = kEnd},
      {.code = Code::cas, .reg = 4, .object = kTail, .a = reg(1), .b = reg(2)},
      go_to(0),
      {.code = Code::cas, .reg = 4, .object = kHead, .a = reg(0), .b = reg(2)},
      {.code = Code::jump_equal, .a = reg(4), .b = constant(0), .target = 0},
  };
}

}  // namespace

Program fai(int n) {
  Program program;
  program.variables.resize(static_cast<std::size_t>(n) + 1);
  for (int i = 0; i < n; ++i) {
    program.threads.push_back({{.code = Code::fetch_add, .reg = 0, .object = 1 + i, .a = constant(1)},
                               {.code = Code::fetch_add, .reg = 0, .object = 0, .a = constant(1)}});
  }
  return program;
}

Program readers(int n) {
  Program program;
  program.variables.resize(1);
  program.threads.push_back({{.code = Code::store, .object = 0, .a = constant(1)}});
  for (int i = 0; i < n; ++i) program.threads.push_back({{.code = Code::load, .reg = 0, .object = 0}});
  return program;
}

Program lastzero(int n) {
  Program program;
  program.variables.resize(static_cast<std::size_t>(n) + 1);
  program.threads.push_back({{.code = Code::set, .reg = 1, .a = constant(n)},
                             {.code = Code::load, .reg = 0, .object = 0, .index_register = 1},
                             {.code = Code::jump_equal, .a = reg(0), .b = constant(0), .target = 5},
                             {.code = Code::add, .reg = 1, .a = reg(1), .b = constant(-1)},
                             go_to(1)});
  for (int j = 1; j <= n; ++j) {
    program.threads.push_back({{.code = Code::load, .reg = 0, .object = j - 1},
                               {.code = Code::add, .reg = 0, .a = reg(0), .b = constant(1)},
                               {.code = Code::store, .object = j, .a = reg(0)}});
  }
  return program;
}

Program indexer(int n) {
  constexpr int kSize = 128, kMessages = 4;
  Program program;
  program.variables.resize(kSize);
  for (int self = 0; self < n; ++self) {
    Body& body = program.threads.emplace_back();
    for (int m = 1; m <= kMessages; ++m) {
      const int w = m * 11 + self;
      append(body, {
                       {.code = Code::set, .reg = 0, .a = constant((w * 7) % kSize)},
                       {.code = Code::cas, .reg = 1, .a = constant(0), .b = constant(w), .index_register = 0},
                       {.code = Code::jump_equal, .a = reg(1), .b = constant(1), .target = kEnd},
                       {.code = Code::add, .reg = 0, .a = reg(0), .b = constant(1)},
                       {.code = Code::jump_unequal, .a = reg(0), .b = constant(kSize), .target = 1},
                       {.code = Code::set, .reg = 0, .a = constant(0)},
                       go_to(1),
                   });
    }
  }
  return program;
}

Program treiber(int threads, int ops) {
  Program program;
  program.variables.resize(static_cast<std::size_t>(2 + threads * ops));
  for (int self = 0; self < threads; ++self) {
    Body& body = program.threads.emplace_back();
    for (int i = 0; i < ops; ++i) append(body, push(1 + self * ops + i));
    for (int i = 0; i < ops; ++i) append(body, pop());
  }
  return program;
}

Program msqueue(int threads, int ops) {
  Program program;
  program.variables.resize(static_cast<std::size_t>(4 + threads * ops));
  program.variables[kHead] = program.variables[kTail] = 1;
  for (int self = 0; self < threads; ++self) {
    Body& body = program.threads.emplace_back();
    for (int i = 0; i < ops; ++i) append(body, enqueue(2 + self * ops + i));
    for (int i = 0; i < ops; ++i) append(body, dequeue());
  }
  return program;
}

Program peterson(bool forgets) {
  Program program;
  program.variables.resize(3);
  const int turn = 2;
  for (int me = 0; me < 2; ++me) {
    const int other = 1 - me, top = 2, unlock = 8;
    const Instruction forget_flag{.code = Code::set, .reg = forgets ? 0 : 2, .a = constant(0)};
    const Instruction forget_turn{.code = Code::set, .reg = forgets ? 1 : 2, .a = constant(0)};
    program.threads.push_back({{.code = Code::store, .object = me, .a = constant(1)},
                               {.code = Code::store, .object = turn, .a = constant(other)},
                               forget_flag,
                               forget_turn,
                               {.code = Code::load, .reg = 0, .object = other},
                               {.code = Code::jump_equal, .a = reg(0), .b = constant(0), .target = unlock},
                               {.code = Code::load, .reg = 1, .object = turn},
                               {.code = Code::jump_equal, .a = reg(1), .b = constant(other), .target = top},
                               {.code = Code::store, .object = me, .a = constant(0)}});
  }
  return program;
}

}  // namespace linnet::model
