import type { Page } from 'playwright-core'

/** What a page has gone through since it was loaded. */
export interface PageRecord {
  /** Connections to other browsers that it has made. */
  readonly peers: number
  /** Connections to the server, in their order: the address, and how many others stood when it opened and when it ended. */
  readonly sockets: readonly { readonly address: string; readonly besideAtOpen: number; readonly besideAtEnd: number | null }[]
  /** Every text that told of a lost connection, however briefly it was there. */
  readonly losses: readonly string[]
}

/** Records what a page goes through that leaves no trace; to be called before the page is opened. */
export const recordPage = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const sockets: { address: string; besideAtOpen: number; besideAtEnd: number | null }[] = []
    const record = { peers: 0, sockets, losses: [] as string[] }
    let open = 0
    globalThis.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super(configuration)
        record.peers += 1
      }
    }
    globalThis.WebSocket = class extends WebSocket {
      constructor(...given: ConstructorParameters<typeof WebSocket>) {
        super(...given)
        this.addEventListener('open', () => {
          const entry = { address: this.url, besideAtOpen: open, besideAtEnd: null as number | null }
          open += 1
          sockets.push(entry)
          this.addEventListener('close', () => {
            open -= 1
            entry.besideAtEnd = open
          })
        })
      }
    }
    const look = (text: string | null): void => {
      const [loss] = /[^.!]*(lost the connection|connection lost|trying to get it back)[^.!]*/i.exec(text ?? '') ?? []
      if (loss !== undefined) record.losses.push(loss)
    }
    const watch = new MutationObserver((mutations) => {
      for (const { addedNodes, target, type } of mutations) {
        if (type === 'characterData') look(target.textContent)
        // The page's own scripts hold these words as well.
        for (const node of addedNodes) if (!(node instanceof HTMLScriptElement)) look(node.textContent)
      }
    })
    watch.observe(document, { childList: true, subtree: true, characterData: true })
    Object.assign(globalThis, { record })
  })

export const readRecord = (page: Page): Promise<PageRecord> =>
  page.evaluate(() => (globalThis as unknown as { record: PageRecord }).record)
