import { type CallContext, KlaError, newId } from '@kla/chassis'
import type { ActToken, LabelledActs, Limit, LimitsOfPair } from '@kla/proto/web'
import type { Library, ListedGif } from '../../src/battle/library-client.js'
import type { Clip, RotationGif } from '../../src/battle/rules/battle.js'
import { accountOf } from './account-of.js'

export type LimitsCard = Partial<Record<ActToken, Limit>>

/** A library as the contract has it: a rotation, limits cards, and saved GIFs, each paid for with one GIF save. */
export class FakeLibrary implements Library {
  /** Nothing answers. */
  down = false
  /** Everything else answers. */
  rotationDown = false
  /** Accounts whose limits were asked for together, in order. */
  readonly united: (readonly number[])[] = []
  /** Drawn out for any two accounts. */
  decoys: readonly string[] = []
  readonly #saves = new Map<string, Clip>()
  readonly #saved = new Map<number, ListedGif[]>()
  readonly #cards = new Map<number, LimitsCard>()
  readonly #gifSaves = new Map<number, number>()

  constructor(public gifs: readonly RotationGif[]) {}

  give(accountId: number, gifSaves: number): void {
    this.#gifSaves.set(accountId, gifSaves)
  }

  /** Puts a GIF into a library as if it had been saved long ago. */
  put(accountId: number, { gifUrl, thumbnail }: Clip, acts: LabelledActs = null): void {
    const before = this.#listed(accountId)
    this.#saved.set(accountId, [...before, { id: before.length + 1, gifUrl, thumbnail, acts }])
  }

  limit(accountId: number, card: LimitsCard): void {
    this.#cards.set(accountId, card)
  }

  of = (accountId: number): readonly Clip[] =>
    this.#listed(accountId).map(({ gifUrl, thumbnail }) => ({ gifUrl, thumbnail }))
  left = (accountId: number): number => this.#gifSaves.get(accountId) ?? 0

  listRotation(): Promise<{ version: string; gifs: readonly RotationGif[] }> {
    if (this.rotationDown) return Promise.reject(new KlaError('UNAVAILABLE'))
    return this.#answer(() => ({ version: newId(), gifs: this.gifs }))
  }

  uniteLimits(accountIds: readonly number[]): Promise<LimitsOfPair> {
    return this.#answer(() => {
      this.united.push(accountIds)
      const decoys = accountIds.length > 1 ? this.decoys : []
      return { ...unite(accountIds.map((accountId) => this.#cards.get(accountId) ?? {})), decoys }
    })
  }

  list(context: CallContext): Promise<readonly ListedGif[]> {
    return this.#answer(() => [...this.#listed(accountOf(context))].reverse())
  }

  find(gifUrl: string, context: CallContext): Promise<ListedGif> {
    return this.#answer(() => {
      const found = this.#listed(accountOf(context)).find((gif) => gif.gifUrl === gifUrl)
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

  #listed = (accountId: number): readonly ListedGif[] => this.#saved.get(accountId) ?? []

  async #answer<T>(make: () => T): Promise<T> {
    await Promise.resolve()
    if (this.down) throw new KlaError('UNAVAILABLE')
    return make()
  }
}

/** Sorted, so that it does not say whose limit is which. */
export function unite(cards: readonly LimitsCard[]): Pick<LimitsOfPair, 'no' | 'soft'> {
  const withLimit = (limit: Limit): string[] =>
    cards.flatMap((card) => Object.entries(card).flatMap(([act, set]) => (set === limit ? [act] : [])))
  const no = [...new Set(withLimit('no'))].sort()
  const soft = [...new Set(withLimit('soft'))].filter((act) => !no.includes(act)).sort()
  return { no, soft }
}
