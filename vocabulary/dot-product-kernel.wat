;; The dot products of a query with many vectors of 16-bit integers, for `vector-set.ts`.
(module
  (memory (import "vectors" "memory") 1)

  ;; All positions are in bytes. The query begins at 0; the other vectors begin at $start and end before $end. Each vector is $width
  ;; long, a multiple of 16. The product of each vector is written to $output as a 32-bit integer.
  (func (export "dotProducts") (param $start i32) (param $end i32) (param $width i32) (param $output i32)
    (local $byte i32)
    (local $sums v128)
    (block $done
      (loop $vectors
        (br_if $done (i32.ge_u (local.get $start) (local.get $end)))
        (local.set $sums (v128.const i32x4 0 0 0 0))
        (local.set $byte (i32.const 0))
        (loop $numbers
          (local.set $sums
            (i32x4.add
              (local.get $sums)
              (i32x4.dot_i16x8_s
                (v128.load (local.get $byte))
                (v128.load (i32.add (local.get $start) (local.get $byte))))))
          (local.set $byte (i32.add (local.get $byte) (i32.const 16)))
          (br_if $numbers (i32.lt_u (local.get $byte) (local.get $width))))
        (i32.store
          (local.get $output)
          (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $sums)) (i32x4.extract_lane 1 (local.get $sums)))
            (i32.add (i32x4.extract_lane 2 (local.get $sums)) (i32x4.extract_lane 3 (local.get $sums)))))
        (local.set $output (i32.add (local.get $output) (i32.const 4)))
        (local.set $start (i32.add (local.get $start) (local.get $width)))
        (br $vectors)))))
