import type { Part } from '../result.js'

export const enginePart: Part = {
  name: 'engine',
  run: async () => ({ figures: [], faults: [], notes: [] }),
}
