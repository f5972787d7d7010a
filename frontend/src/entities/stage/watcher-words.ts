import type { WatcherEntry } from '@kla/proto/web'

export const roleOf = ({ judge }: Pick<WatcherEntry, 'judge'>): string => (judge ? 'judge' : 'spectator')

const titled = (watcher: WatcherEntry): string => `${watcher.name} (${roleOf(watcher)})`

const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

const without = (some: readonly WatcherEntry[], others: readonly WatcherEntry[]) =>
  some.filter(({ socketId }) => !others.some((other) => other.socketId === socketId))

export function comingsAndGoings(before: readonly WatcherEntry[], after: readonly WatcherEntry[]): string {
  const came = without(after, before).map(titled)
  const went = without(before, after).map(titled)
  const sentences = [
    came.length > 0 && `${listed(came)} ${came.length === 1 ? 'is' : 'are'} watching now.`,
    went.length > 0 && `${listed(went)} ${went.length === 1 ? 'has' : 'have'} stopped watching.`,
  ]
  return sentences.filter(Boolean).join(' ')
}
