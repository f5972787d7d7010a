import type { StartPeersData } from '@kla/proto/web'

const addressesOf = (urls: string | readonly string[]): readonly string[] => (typeof urls === 'string' ? [urls] : urls)
const isRelay = (url: string): boolean => /^turns?:/.test(url)
const hostOf = (url: string): string => url.replace(/^turns?:/, '').replace(/(:\d+)?(\?.*)?$/, '')
const isOverTcp = (url: string): boolean => url.startsWith('turns:') || url.includes('transport=tcp')
const overTcp = (url: string): string => `${url.replace(/\?.*$/, '')}?transport=tcp`

/** Returns an introduction by other relays, else the same over TCP, which passes where UDP does not; null without either. */
export function byOtherRelay(start: StartPeersData, inUse: string | null): StartPeersData | null {
  const relays = start.iceServers.flatMap((server) => {
    const urls = addressesOf(server.urls).filter(isRelay)
    return urls.length === 0 ? [] : [{ ...server, urls }]
  })
  const first = inUse ?? relays[0]?.urls[0]
  if (first === undefined) return null
  const only = (wanted: (url: string) => boolean) =>
    relays.flatMap((server) => {
      const urls = server.urls.filter(wanted)
      return urls.length === 0 ? [] : [{ ...server, urls }]
    })
  const byTcp = () => relays.map((server) => ({ ...server, urls: [...new Set(server.urls.map(overTcp))] }))
  const choices = [
    only((url) => hostOf(url) !== hostOf(first)),
    isOverTcp(first) ? [] : only(isOverTcp),
    isOverTcp(first) ? [] : byTcp(),
  ]
  const iceServers = choices.find(({ length }) => length > 0) ?? []
  return iceServers.length === 0 ? null : { ...start, iceServers, iceTransportPolicy: 'relay' }
}
