// boost::lockfree::queue reads the link of a node plainly while another thread may reuse it: docs/findings.md.
// explore: sticky:2000
// outcomes: completed data-race
#include "boost_queue.cpp"
