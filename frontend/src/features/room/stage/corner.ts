export interface Corner {
  x: 'left' | 'right'
  y: 'top' | 'bottom'
}

interface Box {
  left: number
  top: number
  width: number
  height: number
}

export const nearestCorner = (box: Box, area: Box): Corner => ({
  x: box.left + box.width / 2 < area.left + area.width / 2 ? 'left' : 'right',
  y: box.top + box.height / 2 < area.top + area.height / 2 ? 'top' : 'bottom',
})

export function cornerByKey(corner: Corner, key: string): Corner | null {
  switch (key) {
    case 'ArrowLeft':
      return { ...corner, x: 'left' }
    case 'ArrowRight':
      return { ...corner, x: 'right' }
    case 'ArrowUp':
      return { ...corner, y: 'top' }
    case 'ArrowDown':
      return { ...corner, y: 'bottom' }
    default:
      return null
  }
}
