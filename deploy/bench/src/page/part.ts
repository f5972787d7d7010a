import type { Part } from '../result.js'

export const pagePart: Part = {
  name: 'page',
  run: async () => ({ figures: [], faults: [], notes: [] }),
}
