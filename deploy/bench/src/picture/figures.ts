import type { Figure } from '../result.js'
import type { Timeline } from './timeline.js'

/** Of issue 7: at half of the joins somebody sees the other one within this, milliseconds. */
const PICTURE_WITHIN_MS = 500

export function figuresOf(timelines: ReadonlyMap<string, readonly Timeline[]>): Figure[] {
  const values = (value: (timeline: Timeline) => number): Figure['values'] =>
    Object.fromEntries([...timelines].map(([who, all]) => [who, all.map(value)]))
  return [
    {
      name: 'join to the first remote picture, p50',
      unit: 'ms',
      values: values(({ pictureMs }) => pictureMs),
      target: { better: 'less', own: PICTURE_WITHIN_MS },
    },
    { name: 'the same until the other one sees who joined', unit: 'ms', values: values(({ otherPictureMs }) => otherPictureMs) },
    { name: 'connections that one join makes', unit: '', values: values(({ connections }) => connections) },
  ]
}
