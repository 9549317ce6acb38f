// src/tensor/buffer.h: memory for many numbers.
//
// Invariant: the memory starts at a multiple of 64 bytes, is never filled before it is written, and has one owner.
// Large buffers are pages of their own: growing moves no data, and what a buffer gives up goes back to the machine at
// once. So a reader may grow columns while it reads, and freeing a temporary early does lower the peak. When the
// machine has no more memory, std::bad_alloc is thrown; io turns it into a diagnostic.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>

namespace refold {

/// Untyped memory of one owner; the base of Buffer.
class Block {
 public:
  Block() = default;
  explicit Block(std::size_t bytes);
  Block(Block&& other) noexcept : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
  Block& operator=(Block&& other) noexcept;
  ~Block();
  /// Keeps the first min(old, new) bytes.
  void resize(std::size_t bytes);
  void* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }

 private:
  void* data_ = nullptr;
  std::size_t bytes_ = 0;
};

template <class T>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  using value_type = T;
  Buffer() = default;
  explicit Buffer(std::int64_t size) : block_(bytes(size)), size_(size) {}
  Buffer(std::int64_t size, T value) : Buffer(size) {
    for (T& item : *this) item = value;
  }

  T* data() { return static_cast<T*>(block_.data()); }
  const T* data() const { return static_cast<const T*>(block_.data()); }
  std::int64_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* begin() { return data(); }
  T* end() { return data() + size_; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }
  T& operator[](std::int64_t i) { return data()[i]; }
  const T& operator[](std::int64_t i) const { return data()[i]; }
  std::span<const T> span() const { return {data(), static_cast<std::size_t>(size_)}; }

  /// Keeps the first min(old, new) items; new ones are not written.
  void resize(std::int64_t size) {
    block_.resize(bytes(size));
    size_ = size;
  }
  Buffer clone() const {
    Buffer copy(size_);
    if (size_ > 0) std::memcpy(copy.data(), data(), block_.bytes());
    return copy;
  }

 private:
  static std::size_t bytes(std::int64_t size) { return static_cast<std::size_t>(size) * sizeof(T); }
  Block block_;
  std::int64_t size_ = 0;
};

/// A buffer that holds these items.
template <class T>
Buffer<T> buffer_of(std::initializer_list<T> items) {
  Buffer<T> buffer(static_cast<std::int64_t>(items.size()));
  std::int64_t i = 0;
  for (const T& item : items) buffer[i++] = item;
  return buffer;
}

/// A buffer that grows at its end while its final size is unknown; `take` gives up what is not used.
template <class T>
class Growing {
 public:
  explicit Growing(std::int64_t expected = 0) : items_(expected) {}
  void push(T item) {
    if (size_ == items_.size()) items_.resize(size_ < 512 ? 1024 : 2 * size_);
    items_[size_++] = item;
  }
  std::int64_t size() const { return size_; }
  T* begin() { return items_.begin(); }
  T* end() { return items_.begin() + size_; }
  Buffer<T> take() {
    items_.resize(std::exchange(size_, 0));
    return std::move(items_);
  }

 private:
  Buffer<T> items_;
  std::int64_t size_ = 0;
};

}  // namespace refold
