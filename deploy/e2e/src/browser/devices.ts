import type { Page } from 'playwright-core'

type DeviceKind = 'camera' | 'microphone'

interface Plugs {
  unplug(kind: DeviceKind): void
  plugIn(kind: DeviceKind): void
}

/** Lets a test unplug devices of the pages that follow. `gone` in the session's storage names one that is missing. */
export const prepareUnplugging = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const mediaDevices = navigator.mediaDevices as MediaDevices | undefined
    if (!mediaDevices) return
    const ask = mediaDevices.getUserMedia.bind(mediaDevices)
    const list = mediaDevices.enumerateDevices.bind(mediaDevices)
    const opened: MediaStreamTrack[] = []
    const missing = sessionStorage.getItem('gone') as DeviceKind | null
    const gone = new Set<DeviceKind>(missing ? [missing] : [])
    const isGone = (kind: string) => gone.has(/video/.test(kind) ? 'camera' : 'microphone')
    mediaDevices.getUserMedia = async (wish = {}) => {
      const stream = await ask(wish)
      if (stream.getTracks().some(({ kind }) => isGone(kind))) {
        for (const track of stream.getTracks()) track.stop()
        throw new DOMException('gone', 'NotFoundError')
      }
      opened.push(...stream.getTracks())
      return stream
    }
    mediaDevices.enumerateDevices = async () =>
      (await list()).filter(({ kind }) => /output/.test(kind) || !isGone(kind))
    const changed = () => mediaDevices.dispatchEvent(new Event('devicechange'))
    const plugs: Plugs = {
      unplug(kind) {
        gone.add(kind)
        for (const track of opened.filter((each) => each.readyState === 'live' && isGone(each.kind))) {
          track.stop()
          track.dispatchEvent(new Event('ended'))
        }
        changed()
      },
      plugIn(kind) {
        gone.delete(kind)
        changed()
      },
    }
    Object.assign(globalThis, { plugs })
  })

const onPlugs = (action: keyof Plugs) => (page: Page, kind: DeviceKind) =>
  page.evaluate(([name, of]) => (globalThis as unknown as { plugs: Plugs }).plugs[name](of), [action, kind] as const)

export const unplug = onPlugs('unplug')
export const plugIn = onPlugs('plugIn')
