import type { Labels, LabelSelector } from './types.js'

/** Whether a selector means what carries these labels. An empty one means everything. */
export function selects(selector: LabelSelector, labels: Labels): boolean {
  const named = Object.entries(selector.matchLabels ?? {}).every(([key, value]) => labels[key] === value)
  const expressed = (selector.matchExpressions ?? []).every(({ key, operator, values = [] }) => {
    const value = labels[key]
    switch (operator) {
      case 'In':
        return value !== undefined && values.includes(value)
      case 'NotIn':
        return value === undefined || !values.includes(value)
      case 'Exists':
        return value !== undefined
      case 'DoesNotExist':
        return value === undefined
    }
  })
  return named && expressed
}
