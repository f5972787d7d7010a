import { describe, expect, test } from '@jest/globals'
import { createStepUpGate, withStepUp } from '../../../src/console/entities/step-up.js'

const REFUSED = { error: { status: 403, data: { error: "Confirm that it's you.", code: 'STEP_UP_REQUIRED' } } }
const DONE = { data: 'done' }

/** Gives the answers in turn, the last one again and again. */
const answering = (...answers: object[]) => {
  const sent: number[] = []
  const send = () => {
    sent.push(sent.length)
    return Promise.resolve(answers[Math.min(sent.length, answers.length) - 1] as { error?: unknown })
  }
  return { sent, send }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

describe('withStepUp', () => {
  test('repeats a refused call once after the confirmation', async () => {
    const gate = createStepUpGate()
    const { sent, send } = answering(REFUSED, DONE)
    const answer = withStepUp(gate, send)
    await settled()
    expect(gate.get()).toEqual({ open: true })
    expect(sent).toHaveLength(1)
    gate.settle(true)
    expect(await answer).toBe(DONE)
    expect(sent).toHaveLength(2)
    expect(gate.get()).toEqual({ open: false })
  })

  test('hands on a second refusal without another question', async () => {
    const gate = createStepUpGate()
    const { sent, send } = answering(REFUSED)
    const answer = withStepUp(gate, send)
    await settled()
    gate.settle(true)
    expect(await answer).toBe(REFUSED)
    expect(sent).toHaveLength(2)
    expect(gate.get()).toEqual({ open: false })
  })

  test('says only that nothing was done when the confirmation is cancelled', async () => {
    const gate = createStepUpGate()
    const { sent, send } = answering(REFUSED, DONE)
    const answer = withStepUp(gate, send)
    await settled()
    gate.settle(false)
    expect(await answer).toEqual({ error: { status: 403, data: { error: 'Not done.', code: 'STEP_UP_REQUIRED' } } })
    expect(sent).toHaveLength(1)
  })

  test('never repeats a call that was accepted, or refused for another reason', async () => {
    const gate = createStepUpGate()
    const other = { error: { status: 403, data: { error: 'No.', code: 'FORBIDDEN' } } }
    for (const given of [DONE, other]) {
      const { sent, send } = answering(given)
      expect(await withStepUp(gate, send)).toBe(given)
      expect(sent).toHaveLength(1)
    }
    expect(gate.get()).toEqual({ open: false })
  })

  test('asks once for several refused calls', async () => {
    const gate = createStepUpGate()
    let opened = 0
    gate.subscribe(() => (opened += gate.get().open ? 1 : 0))
    const calls = [answering(REFUSED, DONE), answering(REFUSED, DONE), answering(REFUSED, DONE)]
    const answers = calls.map(({ send }) => withStepUp(gate, send))
    await settled()
    gate.settle(true)
    expect(await Promise.all(answers)).toEqual([DONE, DONE, DONE])
    expect(opened).toBe(1)
    expect(calls.map(({ sent }) => sent.length)).toEqual([2, 2, 2])
  })

  test('repeats a call that crossed a confirmation without a question', async () => {
    const gate = createStepUpGate()
    let answerLate: (answer: object) => void = () => undefined
    const answers = [new Promise<object>((resolve) => (answerLate = resolve)), Promise.resolve(DONE)]
    const late = withStepUp(gate, () => answers.shift() as Promise<{ error?: unknown }>)
    const first = withStepUp(gate, answering(REFUSED, DONE).send)
    await settled()
    gate.settle(true)
    await first
    answerLate(REFUSED)
    expect(await late).toBe(DONE)
    expect(gate.get()).toEqual({ open: false })
  })
})
