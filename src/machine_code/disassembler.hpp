// Decodes the instructions of a function, one after the other.
#pragma once

#include <capstone/capstone.h>

#include "machine_code/code_file.hpp"

namespace linnet {

class Disassembler {
 public:
  Disassembler() {
    if (cs_open(CS_ARCH_X86, CS_MODE_64, &handle_) != CS_ERR_OK) return;
    cs_option(handle_, CS_OPT_DETAIL, CS_OPT_ON);
    instruction_ = cs_malloc(handle_);
  }
  ~Disassembler() {
    if (instruction_ != nullptr) cs_free(instruction_, 1);
    if (handle_ != 0) cs_close(&handle_);
  }
  Disassembler(const Disassembler&) = delete;
  Disassembler& operator=(const Disassembler&) = delete;

  // Calls visit(const cs_insn&) for each instruction, up to the end or to bytes that are no instruction. Addresses are those in
  // the file.
  void for_each(const FunctionCode& function, const auto& visit) {
    if (instruction_ == nullptr) return;
    const std::uint8_t* bytes = function.bytes.data();
    std::size_t left = function.bytes.size();
    std::uint64_t address = function.address;
    while (cs_disasm_iter(handle_, &bytes, &left, &address, instruction_)) visit(*instruction_);
  }
  // The same for the first instruction only.
  void at(std::span<const std::uint8_t> bytes, std::uint64_t address, const auto& visit) {
    if (instruction_ == nullptr) return;
    const std::uint8_t* begin = bytes.data();
    std::size_t left = bytes.size();
    if (cs_disasm_iter(handle_, &begin, &left, &address, instruction_)) visit(*instruction_);
  }
  // REQUIRES: the instruction is the one that is being visited. The answer is valid until the next one.
  std::span<const std::uint16_t> registers_written(const cs_insn& code) {
    std::uint8_t reads = 0, writes = 0;
    if (cs_regs_access(handle_, &code, read_, &reads, written_, &writes) != CS_ERR_OK) return {};
    return {written_, writes};
  }

 private:
  cs_regs read_, written_;
  csh handle_ = 0;
  cs_insn* instruction_ = nullptr;
};

}  // namespace linnet
