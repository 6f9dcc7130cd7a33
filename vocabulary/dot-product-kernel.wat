;; The greatest dot product of a query with many vectors of 16-bit integers, for `vector-set.ts`.
(module
  (memory (import "vectors" "memory") 1)

  ;; All positions are in bytes. The query begins at 0; the other vectors begin at $start and end before $end. Each vector is $width
  ;; long, a multiple of 16.
  (func (export "maxDotProduct") (param $start i32) (param $end i32) (param $width i32) (result i32)
    (local $greatest i32)
    (local $byte i32)
    (local $sums v128)
    (local $product i32)
    (local.set $greatest (i32.const -0x80000000))
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
        (local.set $product
          (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $sums)) (i32x4.extract_lane 1 (local.get $sums)))
            (i32.add (i32x4.extract_lane 2 (local.get $sums)) (i32x4.extract_lane 3 (local.get $sums)))))
        (local.set $greatest
          (select
            (local.get $product)
            (local.get $greatest)
            (i32.gt_s (local.get $product) (local.get $greatest))))
        (local.set $start (i32.add (local.get $start) (local.get $width)))
        (br $vectors)))
    (local.get $greatest)))
