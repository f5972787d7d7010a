const SIDE = 8
/** K1 and K2 of Wang et al. (2004) for values to 255. */
const C1 = (0.01 * 255) ** 2
const C2 = (0.03 * 255) ** 2

interface Area {
  readonly width: number
  readonly height: number
  /** Rows left out at the top. */
  readonly skipped: number
}

/** Mean SSIM of two luma planes over squares of 8 pixels; 1 if they are equal. */
export function similarity(one: Uint8Array, other: Uint8Array, { width, height, skipped }: Area): number {
  let sum = 0
  let squares = 0
  for (let top = skipped; top + SIDE <= height; top += SIDE) {
    for (let left = 0; left + SIDE <= width; left += SIDE) {
      sum += ofSquare(one, other, top * width + left, width)
      squares += 1
    }
  }
  return sum / squares
}

function ofSquare(one: Uint8Array, other: Uint8Array, begin: number, width: number): number {
  const count = SIDE * SIDE
  let [sumA, sumB, squaresA, squaresB, products] = [0, 0, 0, 0, 0]
  for (let y = 0; y < SIDE; y += 1) {
    for (let x = 0; x < SIDE; x += 1) {
      const a = one[begin + y * width + x] ?? 0
      const b = other[begin + y * width + x] ?? 0
      sumA += a
      sumB += b
      squaresA += a * a
      squaresB += b * b
      products += a * b
    }
  }
  const [meanA, meanB] = [sumA / count, sumB / count]
  const [varianceA, varianceB] = [squaresA / count - meanA ** 2, squaresB / count - meanB ** 2]
  const covariance = products / count - meanA * meanB
  return (
    ((2 * meanA * meanB + C1) * (2 * covariance + C2)) / ((meanA ** 2 + meanB ** 2 + C1) * (varianceA + varianceB + C2))
  )
}
