import { KlaError, newId, type CallContext } from '@kla/chassis'
import type { Library } from '../../src/battle/library-client.js'
import type { Clip, Gif } from '../../src/battle/rules/battle.js'
import { accountOf } from './account-of.js'

/** A library as the contract has it: a rotation, and saved GIFs, each paid for with one GIF save. */
export class PretendedLibrary implements Library {
  /** Nothing answers. */
  down = false
  readonly #saves = new Map<string, Clip>()
  readonly #saved = new Map<number, Clip[]>()
  readonly #gifSaves = new Map<number, number>()

  constructor(public gifs: readonly Gif[]) {}

  give(accountId: number, gifSaves: number): void {
    this.#gifSaves.set(accountId, gifSaves)
  }

  /** Puts a GIF into a library as if it had been saved long ago. */
  put(accountId: number, gif: Clip): void {
    this.#saved.set(accountId, [...this.of(accountId), gif])
  }

  of = (accountId: number): readonly Clip[] => this.#saved.get(accountId) ?? []
  left = (accountId: number): number => this.#gifSaves.get(accountId) ?? 0

  listRotation(): Promise<{ version: string; gifs: readonly Gif[] }> {
    return this.#answer(() => ({ version: newId(), gifs: this.gifs }))
  }

  find(gifUrl: string, context: CallContext): Promise<Clip> {
    return this.#answer(() => {
      const found = this.of(accountOf(context)).find((gif) => gif.gifUrl === gifUrl)
      if (!found) throw new KlaError('NOT_IN_LIBRARY')
      return found
    })
  }

  save(commandId: string, gif: Clip, context: CallContext): Promise<Clip> {
    return this.#answer(() => {
      const accountId = accountOf(context)
      const before = this.#saves.get(`${accountId}:${commandId}`)
      if (before) return before
      if (this.of(accountId).some(({ gifUrl }) => gifUrl === gif.gifUrl)) throw new KlaError('ALREADY_SAVED')
      if (this.left(accountId) === 0) throw new KlaError('NO_GIF_SAVES')
      this.#gifSaves.set(accountId, this.left(accountId) - 1)
      this.#saves.set(`${accountId}:${commandId}`, gif)
      this.put(accountId, gif)
      return gif
    })
  }

  savedBy(commandId: string, context: CallContext): Promise<Clip | undefined> {
    return this.#answer(() => this.#saves.get(`${accountOf(context)}:${commandId}`))
  }

  close(): void {}

  async #answer<T>(make: () => T): Promise<T> {
    await Promise.resolve()
    if (this.down) throw new KlaError('UNAVAILABLE')
    return make()
  }
}
