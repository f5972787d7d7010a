import { expect, test } from '@jest/globals'
import { eventually } from '@kla/testkit/eventually'
import { watchPlayerPages } from '../../player-page.js'
import { openCall } from '../leaving/call-page.js'

watchPlayerPages()

interface Connected {
  connection: RTCPeerConnection
}

test('a part of the opponent’s pane that draws nothing fails without a word', async () => {
  const { page, inRoom, callsBegun } = await openCall()
  await page.addInitScript(() => {
    window.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super(configuration)
        ;(window as unknown as Connected).connection = this
      }
    }
  })
  await page.route('**/shown-size*.js', (route) => route.abort())
  await page.reload()
  await inRoom.waitFor()
  await eventually(async () => expect(await callsBegun()).toBe(1))
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('shown-size'))
  await page.evaluate(() => {
    const { connection } = window as unknown as Connected
    for (const transceiver of connection.getTransceivers()) {
      const { receiver } = transceiver
      connection.ontrack?.(new RTCTrackEvent('track', { track: receiver.track, receiver, transceiver }))
    }
  })
  await failed
  // Time in which its failure would be shown.
  await page.waitForTimeout(500)
  expect(await page.getByRole('alert').count()).toBe(0)
})
