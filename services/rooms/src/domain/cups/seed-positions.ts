/**
 * The seeds of a bracket of `size` (a power of two) from top to bottom: neighbours meet in the first round. The better
 * half always meets the worse one mirrored, so that seeds 1 and 2 can meet only in the final: 1, 8, 4, 5, 2, 7, 3, 6.
 */
export function seedPositions(size: number): readonly number[] {
  let seeds = [1]
  while (seeds.length < size) {
    const sum = seeds.length * 2 + 1
    seeds = seeds.flatMap((seed) => [seed, sum - seed])
  }
  return seeds
}
