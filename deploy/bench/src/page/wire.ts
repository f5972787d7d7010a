import type { CDPSession } from 'playwright-core'

export interface Wire {
  readonly requests: number
  readonly bytes: number
  readonly scriptBytes: number
  readonly scriptEncodings: readonly string[]
}

export interface WireMeter {
  read(): Wire
  underWay(): number
}

interface Answer {
  readonly script: boolean
  readonly encoding: string
  bytes: number
}

const SCRIPT = /javascript/

/** Call before the page is opened. */
export async function meterWire(page: CDPSession): Promise<WireMeter> {
  const answers = new Map<string, Answer>()
  const open = new Set<string>()
  await page.send('Network.enable')
  page.on('Network.requestWillBeSent', ({ requestId, loaderId }) => {
    // A worker's script, whose end its own session would tell.
    if (loaderId !== '') open.add(requestId)
  })
  page.on('Network.responseReceived', ({ requestId, response: { mimeType, headers } }) => {
    const encoding = headers['content-encoding'] ?? headers['Content-Encoding'] ?? 'none'
    answers.set(requestId, { script: SCRIPT.test(mimeType), encoding, bytes: 0 })
  })
  page.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    open.delete(requestId)
    const answer = answers.get(requestId)
    if (answer) answer.bytes = encodedDataLength
  })
  page.on('Network.loadingFailed', ({ requestId }) => void open.delete(requestId))
  return { read: () => sum([...answers.values()]), underWay: () => open.size }
}

function sum(answers: readonly Answer[]): Wire {
  const scripts = answers.filter(({ script }) => script)
  const bytesOf = (some: readonly Answer[]): number => some.reduce((all, { bytes }) => all + bytes, 0)
  return {
    requests: answers.length,
    bytes: bytesOf(answers),
    scriptBytes: bytesOf(scripts),
    scriptEncodings: [...new Set(scripts.map(({ encoding }) => encoding))],
  }
}
