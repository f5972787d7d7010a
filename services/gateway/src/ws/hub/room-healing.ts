import { KlaError } from '@kla/chassis'
import { REPUBLISHED_WITHIN_MS } from '@kla/proto'
import { healRoom } from './heal-room.js'
import type { HubParts } from './hub-parts.js'
import type { LiveRoom } from './live-room.js'
import type { Member } from './member.js'
import { readBattle } from './read-battle.js'

/** Makes up for news of a room that was lost: finds out that some is missing, and sees to it that all members are told. */
export class RoomHealing {
  #healing: Promise<void> | undefined
  #hold: NodeJS.Timeout | undefined
  #lost: 'battle' | 'everything' = 'battle'
  #probing = false

  constructor(
    private readonly room: LiveRoom,
    private readonly parts: HubParts,
  ) {}

  /**
   * These members, all unless given, have missed news of the battle, or of `everything`: they get a room-state as soon as
   * one can be made.
   */
  heal(
    members: Iterable<Member> = this.room.members.values(),
    lost: 'battle' | 'everything' = 'battle',
  ): void {
    for (const member of members) member.stale = true
    this.#lost = lost === 'everything' ? lost : this.#lost
    if (this.#healing || this.room.members.size === 0) return
    this.parts.metrics.heals.inc()
    const healing = healRoom(this.room, this.#lost, this.parts)
    this.#lost = 'battle'
    this.#healing = healing.finally(() => {
      this.#healing = undefined
      if ([...this.room.members.values()].some(({ stale }) => stale)) this.heal([])
    })
  }

  /** All news of the room may have been lost; resolves when all members have been told how it stands. */
  async healed(): Promise<void> {
    this.heal(this.room.members.values(), 'everything')
    await this.#healing
  }

  /**
   * Something is missing that may only have been overtaken, or died with an engine that had stored it: heals if no sweep
   * of another engine has brought it. Sooner would leave out a number that comes after all.
   */
  unlessItComes(stillMissing: () => boolean): void {
    this.#hold ??= setTimeout(() => {
      this.#hold = undefined
      if (stillMissing()) this.heal()
    }, REPUBLISHED_WITHIN_MS)
  }

  /** Reads the battle to see whether the last news of it was lost; once at a time. */
  probe(): void {
    const { roomId, members, battle: feed } = this.room
    const [member] = members.values()
    if (!member || this.#probing) return
    const { healing, log } = this.parts
    this.#probing = true
    healing
      .run(() => readBattle(roomId, member, this.parts))
      .then(({ battle }) => {
        const missing = (): boolean => battle.newsSeq > (feed.seq ?? 0)
        if (missing()) this.unlessItComes(missing)
      })
      .catch((error: unknown) => log.warn({ reason: KlaError.from(error).reason, roomId }, 'a battle is overdue'))
      .finally(() => (this.#probing = false))
  }

  close(): void {
    clearTimeout(this.#hold)
    this.#hold = undefined
  }
}
