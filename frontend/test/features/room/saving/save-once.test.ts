import { describe, expect, test } from '@jest/globals'
import type { Ack } from '@kla/proto/web'
import { CHOICE_WORDS, choiceToSave, RECEIVED_WORDS, saveOnce } from '../../../../src/features/room/saving/save-once.js'
import { entered, outside, roomSlice, type SaveState } from '../../../../src/features/room/state/room-slice.js'
import { NOW } from '../room-state-data.js'

describe('choiceToSave', () => {
  const room = roomSlice.actions
  const timing = { deadline: NOW, durationMs: 10_000 }
  const list = [{ index: 1, gifUrl: 'g1', thumbnail: 't1' }]

  test('saves a card of the round it was dealt in after the next round began', () => {
    const actions = [
      entered({ roomId: 'r1', passcode: null }),
      room.promptGif({ round: 1, ...timing }),
      room.gifOptions({ round: 1, options: list }),
      room.showGif({ round: 1, ...timing }),
    ]
    const shown = actions.reduce(roomSlice.reducer, outside)
    expect(choiceToSave('r1', shown.options, 1)).toEqual({ roomId: 'r1', index: 1, round: 1 })
    const next = roomSlice.reducer(shown, room.promptGif({ round: 2, ...timing }))
    expect(choiceToSave('r1', next.options, 1)).toMatchObject({ round: 1 })
    const dealt = roomSlice.reducer(next, room.gifOptions({ round: 2, options: list }))
    expect(choiceToSave('r1', dealt.options, 1)).toMatchObject({ round: 2 })
  })
})

describe('saveOnce', () => {
  type Answer = Ack<'save-gif-choice'>

  const bench = () => {
    const states = new Map<string, SaveState>()
    const said: string[] = []
    const answers: ((answer: Answer) => void)[] = []
    const parts = {
      stateOf: (gifUrl: string) => states.get(gifUrl),
      mark: (gifUrl: string, to: SaveState | null) =>
        void (to === null ? states.delete(gifUrl) : states.set(gifUrl, to)),
      toasts: {
        loading: (text: string) => said.push(`loading: ${text}`),
        success: (text: string, { id }: { id: string | number }) => said.push(`success ${id}: ${text}`),
        error: (text: string, { id }: { id: string | number }) => said.push(`error ${id}: ${text}`),
      },
    }
    const ask = () => new Promise<Answer>((resolve) => answers.push(resolve))
    const save = (words = CHOICE_WORDS) => saveOnce({ gifUrl: 'a', words, ask }, parts)
    return { save, states, said, answers }
  }

  const refused = (error: string, code: string): Answer => ({ success: false, error, code })

  test('shows progress and success in one toast', async () => {
    const { save, states, said, answers } = bench()
    const saving = save()
    expect(states.get('a')).toBe('saving')
    answers[0]?.({ success: true, gifUrl: 'a' })
    expect(await saving).toBe(true)
    expect(states.get('a')).toBe('saved')
    expect(said).toEqual(['loading: Saving choice...', 'success 1: GIF choice saved!'])
  })

  test('asks the server once, however often it is pressed', async () => {
    const { save, answers } = bench()
    const first = save()
    expect(await save()).toBe(false)
    answers[0]?.({ success: true, gifUrl: 'a' })
    await first
    expect(await save()).toBe(false)
    expect(answers).toHaveLength(1)
  })

  describe('when refused', () => {
    test('shows the server’s text and allows another try', async () => {
      const { save, states, said, answers } = bench()
      const saving = save()
      answers[0]?.(refused('You have no GIF saves left.', 'NO_GIF_SAVES'))
      await saving
      expect(said.at(-1)).toBe('error 1: You have no GIF saves left.')
      expect(states.has('a')).toBe(false)
      void save()
      expect(answers).toHaveLength(2)
    })

    test('shows an unknown error when there is no text', async () => {
      const { save, said, answers } = bench()
      const saving = save()
      answers[0]?.(refused('', 'INTERNAL'))
      await saving
      expect(said.at(-1)).toBe('error 1: Unknown error')
    })

    test('says that saving the received clip failed', async () => {
      const { save, said, answers } = bench()
      const saving = save(RECEIVED_WORDS)
      answers[0]?.(refused('This GIF has been removed.', 'MEDIA_BLOCKED'))
      await saving
      expect(said).toEqual(['loading: Saving received GIF...', 'error 1: Failed: This GIF has been removed.'])
    })

    test('marks a GIF as saved that the library already has', async () => {
      const { save, states, answers } = bench()
      const saving = save()
      answers[0]?.(refused('This GIF is already in your library.', 'ALREADY_SAVED'))
      await saving
      expect(states.get('a')).toBe('saved')
    })
  })

  test('marks the GIF that the server saved, even if it is another one', async () => {
    const { save, states, answers } = bench()
    const saving = save()
    answers[0]?.({ success: true, gifUrl: 'b' })
    await saving
    expect([...states]).toEqual([['b', 'saved']])
  })
})
