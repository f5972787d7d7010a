import type { Mark } from './record-call.js'

/** What two pages went through while one of them joined the other: milliseconds since the click, by what it was. */
export interface Timeline {
  /** Until the one who joins sees the other, on the page and in light. */
  readonly pictureMs: number
  /** Until the one who was there sees the one who joins. */
  readonly otherPictureMs: number
  readonly joiner: Readonly<Record<string, number>>
  readonly host: Readonly<Record<string, number>>
  /** Connections that the joiner made: one is enough. */
  readonly connections: number
}

/** Reads both pages' marks since the joiner's last click. Throws an Error when one of them saw no picture since. */
export function readTimeline(joiner: readonly Mark[], host: readonly Mark[]): Timeline {
  const click = joiner.findLast(({ what }) => what === 'click')
  if (!click) throw new Error('nobody has clicked')
  const sinceClick = (marks: readonly Mark[]): Record<string, number> => {
    const first: Record<string, number> = {}
    for (const { what, at } of marks) if (at >= click.at) first[what] ??= at - click.at
    return first
  }
  const [joining, hosting] = [sinceClick(joiner), sinceClick(host)]
  const [pictureMs, otherPictureMs] = [joining['pictured'], hosting['pictured']]
  if (pictureMs === undefined || otherPictureMs === undefined) throw new Error('no picture came')
  const connections = joiner.filter(({ what, at }) => what === 'peer:made' && at >= click.at).length
  return { pictureMs, otherPictureMs, joiner: joining, host: hosting, connections }
}
