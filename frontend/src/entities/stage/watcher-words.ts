import type { WatcherEntry } from '@kla/proto/web'
import { TEXT_LANGUAGE } from '../../shared/format.js'
import { WATCHERS } from '../../texts/watchers.js'

export const roleOf = ({ judge }: Pick<WatcherEntry, 'judge'>): string => (judge ? WATCHERS.judge : WATCHERS.spectator)

const titled = (watcher: WatcherEntry): string => WATCHERS.titled({ name: watcher.name, role: roleOf(watcher) })

const listed = (names: readonly string[]): string => new Intl.ListFormat(TEXT_LANGUAGE).format(names)

const without = (some: readonly WatcherEntry[], others: readonly WatcherEntry[]) =>
  some.filter(({ socketId }) => !others.some((other) => other.socketId === socketId))

export function comingsAndGoings(before: readonly WatcherEntry[], after: readonly WatcherEntry[]): string {
  const came = without(after, before).map(titled)
  const went = without(before, after).map(titled)
  const sentences = [
    came.length > 0 && WATCHERS.came({ count: came.length, names: listed(came) }),
    went.length > 0 && WATCHERS.went({ count: went.length, names: listed(went) }),
  ]
  return sentences.filter(Boolean).join(' ')
}
