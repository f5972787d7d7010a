import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { context, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BasicTracerProvider,
  InMemorySpanExporter,
  ParentBasedSampler,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import { createSpans } from '../../src/tracing/spans.js'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const SENDER = 'b7ad6b7169203331'
const SAYS_RECORDED = `00-${TRACE}-${SENDER}-01`
const SAYS_NOT_RECORDED = `00-${TRACE}-${SENDER}-00`

const exporter = new InMemorySpanExporter()
beforeAll(() => void context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable()))
beforeEach(() => exporter.reset())
afterAll(() => context.disable())

function spansWith(root: AlwaysOnSampler | AlwaysOffSampler) {
  const sampler = new ParentBasedSampler({ root })
  const provider = new BasicTracerProvider({ sampler, spanProcessors: [new SimpleSpanProcessor(exporter)] })
  return createSpans(provider.getTracer('test'), sampler, async () => undefined)
}
const recording = spansWith(new AlwaysOnSampler())
const silent = spansWith(new AlwaysOffSampler())

const sent = () =>
  exporter.getFinishedSpans().map((span) => ({
    name: span.name,
    traceId: span.spanContext().traceId,
    parent: span.parentSpanContext?.spanId,
  }))

describe('a command from outside', () => {
  test.each([SAYS_RECORDED, SAYS_NOT_RECORDED])('continues the trace of %s where traces are recorded', async (sender) => {
    await recording.entry('command', sender, async () => undefined)()
    expect(sent()).toEqual([{ name: 'command', traceId: TRACE, parent: SENDER }])
  })

  test('is not recorded because its sender asks for it', async () => {
    const task = async (): Promise<void> => undefined
    expect(silent.entry('command', SAYS_RECORDED, task)).toBe(task)
    expect(silent.entry('command', undefined, task)).toBe(task)
  })

  test.each([undefined, 'nonsense'])('begins a trace of its own with the header %p', async (sender) => {
    await recording.entry('command', sender, async () => undefined)()
    expect(sent()).toEqual([{ name: 'command', traceId: expect.not.stringContaining(TRACE), parent: undefined }])
  })

  test('ends its span with its task and marks a failure', async () => {
    const failing = recording.entry('command', undefined, () => Promise.reject(new Error('no')))
    await expect(failing()).rejects.toThrow('no')
    expect(exporter.getFinishedSpans()[0]?.status.code).toBe(2)
  })
})

describe('a message', () => {
  test('carries the trace of its sender to its handler', () => {
    recording.begin('work', {}, () =>
      recording.send('kla.room.17.chat', {}, (traceparent) => {
        expect(traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
        recording.receive('kla.room.17.chat', traceparent ?? '', () => undefined)
      }),
    )
    const [received, published, work] = exporter.getFinishedSpans()
    expect(sent().map(({ name }) => name)).toEqual(['process kla.room.*.chat', 'publish kla.room.*.chat', 'work'])
    expect(received?.parentSpanContext?.spanId).toBe(published?.spanContext().spanId)
    expect(published?.parentSpanContext?.spanId).toBe(work?.spanContext().spanId)
  })

  test('keeps its trace when the span that led to it has ended', () => {
    let later = (): unknown => undefined
    recording.begin('work', {}, () => {
      later = context.bind(context.active(), () => recording.send('kla.news', {}, (traceparent) => traceparent))
    })
    expect(later()).toMatch(/-01$/)
  })

  test('without a cause begins a trace for an event and none for an update', () => {
    expect(recording.send('kla.news', {}, (traceparent) => traceparent)).toBeUndefined()
    expect(recording.send('kla.facts.some', { begins: true }, (traceparent) => traceparent)).toMatch(/-01$/)
    expect(silent.send('kla.facts.some', { begins: true }, (traceparent) => traceparent)).toBeUndefined()
  })
})

describe('the tracer', () => {
  test('records a part only within a trace and adds notes to the active span', () => {
    recording.part('alone', {}, () => undefined)
    expect(sent()).toEqual([])
    recording.begin('work', {}, () => recording.part('part', {}, () => recording.note({ 'kla.result': 'ok' })))
    expect(exporter.getFinishedSpans().map(({ name, attributes }) => [name, attributes['kla.result']])).toEqual([
      ['part', 'ok'],
      ['work', undefined],
    ])
  })

  test('gives work that was set up in one trace and begins later a trace of its own', () => {
    recording.begin('command', {}, () => recording.begin('deadline', {}, () => undefined))
    const [deadline, command] = exporter.getFinishedSpans()
    expect(deadline?.parentSpanContext).toBeUndefined()
    expect(deadline?.spanContext().traceId).not.toBe(command?.spanContext().traceId)
  })

  test('takes ids from the active span', () => {
    expect(recording.ids()).toBeUndefined()
    recording.begin('work', {}, () => {
      const { traceId, spanId } = trace.getActiveSpan()?.spanContext() ?? {}
      expect(recording.ids()).toEqual({ trace_id: traceId, span_id: spanId })
    })
  })
})
