import { expect, test } from '@jest/globals'
import { openPlayer, watchPlayerPages } from '../../features/player-page.js'

watchPlayerPages()

interface Watched {
  asked: string[]
  tracks: MediaStreamTrack[]
}

/** Answers requests for devices with a canvas and silence. */
function watchDevices(): void {
  const watched: Watched = { asked: [], tracks: [] }
  Object.assign(globalThis, { watched })
  navigator.mediaDevices.getUserMedia = async ({ audio, video } = {}) => {
    watched.asked.push([audio && 'microphone', video && 'camera'].filter(Boolean).join(' and '))
    const stream = new MediaStream()
    const canvas = document.createElement('canvas')
    canvas.getContext('2d')
    if (video) for (const track of canvas.captureStream(5).getTracks()) stream.addTrack(track)
    const sound = new AudioContext().createMediaStreamDestination().stream
    if (audio) for (const track of sound.getTracks()) stream.addTrack(track)
    watched.tracks.push(...stream.getTracks())
    return stream
  }
}

test('opens the microphone alone, and muted, for a player who has turned both off in this tab', async () => {
  const { page, open } = await openPlayer()
  await page.addInitScript(watchDevices)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const preview = page.getByLabel('Your video preview')
  const visit = async () => {
    await open('/settings#devices')
    await page.getByRole('link', { name: 'Set up', exact: true }).click()
  }
  const watched = () =>
    page.evaluate(() => {
      const { asked, tracks } = (globalThis as unknown as { watched: Watched }).watched
      return { asked, enabled: tracks.map(({ kind, enabled }) => `${kind} ${enabled ? 'on' : 'off'}`).toSorted() }
    })

  await visit()
  await preview.waitFor()
  await button('Mute the microphone').click()
  await button('Turn the camera off').click()
  await preview.waitFor({ state: 'detached' })

  await visit()
  await button('Unmute the microphone').waitFor()
  await page.getByText('Your camera is off.').waitFor()
  expect(await watched()).toEqual({ asked: ['microphone'], enabled: ['audio off'] })

  await button('Turn the camera on').last().click()
  await preview.waitFor()
  await button('Unmute the microphone').waitFor()
  expect((await watched()).enabled).toEqual(['audio off', 'audio off', 'video on'])
})
