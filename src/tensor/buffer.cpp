#include "tensor/buffer.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <new>

namespace refold {
namespace {

constexpr std::size_t kAlignment = 64;
constexpr std::size_t kPagesFrom = std::size_t{1} << 18;  // smaller ones come from the heap
constexpr std::size_t kLargePage = std::size_t{1} << 21;

bool is_pages(std::size_t bytes) { return bytes >= kPagesFrom; }

void* checked(void* memory) {
  if (memory == nullptr || memory == MAP_FAILED) throw std::bad_alloc();
  return memory;
}

/// Has the pages ready at once, large ones where possible: one call costs far less than a fault at every first write.
/// Both are wishes, whose refusal changes nothing.
void prepare(void* memory, std::size_t bytes) {
  if (bytes >= 2 * kLargePage) madvise(memory, bytes, MADV_HUGEPAGE);
#ifdef MADV_POPULATE_WRITE
  madvise(memory, bytes, MADV_POPULATE_WRITE);
#endif
}

void* allocate(std::size_t bytes) {
  if (bytes == 0) return nullptr;
  if (!is_pages(bytes))
    return checked(std::aligned_alloc(kAlignment, (bytes + kAlignment - 1) / kAlignment * kAlignment));
  void* memory = checked(mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  prepare(memory, bytes);
  return memory;
}

void release(void* memory, std::size_t bytes) {
  if (is_pages(bytes)) munmap(memory, bytes);
  else std::free(memory);
}

}  // namespace

Block::Block(std::size_t bytes) : data_(allocate(bytes)), bytes_(bytes) {}

Block& Block::operator=(Block&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

Block::~Block() { release(data_, bytes_); }

void Block::resize(std::size_t bytes) {
  if (is_pages(bytes_) && is_pages(bytes)) {
    data_ = checked(mremap(data_, bytes_, bytes, MREMAP_MAYMOVE));
    bytes_ = bytes;
    return;
  }
  Block moved(bytes);
  if (const std::size_t kept = std::min(bytes, bytes_); kept > 0) std::memcpy(moved.data_, data_, kept);
  *this = std::move(moved);
}

}  // namespace refold
