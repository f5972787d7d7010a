/** Returns the next index, or null if the key leads nowhere. */
export function moveInGrid(key: string, index: number, count: number, columns: number): number | null {
  const to = target(key, index, count, columns)
  return to === null || to < 0 || to >= count || to === index ? null : to
}

function target(key: string, index: number, count: number, columns: number): number | null {
  switch (key) {
    case 'ArrowLeft':
      return index - 1
    case 'ArrowRight':
      return index + 1
    case 'ArrowUp':
      return index - columns
    case 'ArrowDown':
      return index + columns < count || lastRow(index, count, columns) ? index + columns : count - 1
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}

const lastRow = (index: number, count: number, columns: number) =>
  Math.floor(index / columns) === Math.floor((count - 1) / columns)
