import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { newId } from '@kla/chassis'
import { subjects } from '@kla/proto'
import { context, ROOT_CONTEXT, SpanKind, trace, TraceFlags } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BasicTracerProvider,
  InMemorySpanExporter,
  ParentBasedSampler,
  RandomIdGenerator,
  SamplingDecision,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import { createSpans, readTraceparent, samplerOf, subjectTemplate, traceparentOf } from '../../src/tracing/spans.js'

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
  test.each([SAYS_RECORDED, SAYS_NOT_RECORDED])(
    'continues the trace of %s where traces are recorded',
    async (sender) => {
      await recording.entry('command', sender, async () => undefined)()
      expect(sent()).toEqual([{ name: 'command', traceId: TRACE, parent: SENDER }])
    },
  )

  test('is not recorded only because its sender requests it', async () => {
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
      later = context.bind(context.active(), () => recording.send('kla.update', {}, (traceparent) => traceparent))
    })
    expect(later()).toMatch(/-01$/)
  })

  test('without a cause begins a trace for an event and none for an update', () => {
    expect(recording.send('kla.update', {}, (traceparent) => traceparent)).toBeUndefined()
    expect(recording.send('kla.events.some', { begins: true }, (traceparent) => traceparent)).toMatch(/-01$/)
    expect(silent.send('kla.events.some', { begins: true }, (traceparent) => traceparent)).toBeUndefined()
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

  test('starts a separate trace for work that was scheduled in another trace', () => {
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

const ids = new RandomIdGenerator()
const COUNT = 4_000

const records = (settings: Record<string, string>, kind = SpanKind.SERVER, parentFlags?: TraceFlags): boolean => {
  const parent = { traceId: ids.generateTraceId(), spanId: ids.generateSpanId(), isRemote: true }
  const context =
    parentFlags === undefined
      ? ROOT_CONTEXT
      : trace.setSpanContext(ROOT_CONTEXT, { ...parent, traceFlags: parentFlags })
  const { decision } = samplerOf(settings).shouldSample(context, ids.generateTraceId(), 'any', kind, {}, [])
  return decision === SamplingDecision.RECORD_AND_SAMPLED
}

describe('the start of a trace', () => {
  test.each([
    [{}, true],
    [{ OTEL_TRACES_SAMPLER: 'always_on' }, true],
    [{ OTEL_TRACES_SAMPLER: 'parentbased_always_on' }, true],
    [{ OTEL_TRACES_SAMPLER: 'always_off' }, false],
    [{ OTEL_TRACES_SAMPLER: 'parentbased_always_off' }, false],
    [{ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' }, false],
    [{ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '1' }, true],
    [{ OTEL_TRACES_SAMPLER: 'traceidratio' }, true],
    [{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: 'half' }, true],
  ])('is recorded with %j: %p', (settings, expected) => {
    expect(records(settings)).toBe(expected)
  })

  test('is recorded at the configured ratio', () => {
    const settings = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25' }
    const recorded = Array.from({ length: COUNT }, () => records(settings)).filter(Boolean).length
    // A thousand expected; eight standard deviations of a fair draw away is no draw of that ratio.
    expect(Math.abs(recorded - COUNT / 4)).toBeLessThan(220)
  })

  test('is never recorded for a call without a cause', () => {
    expect(records({ OTEL_TRACES_SAMPLER: 'always_on' }, SpanKind.CLIENT)).toBe(false)
    expect(records({ OTEL_TRACES_SAMPLER: 'always_on' }, SpanKind.PRODUCER)).toBe(true)
  })
})

describe('a continued trace', () => {
  test.each(['always_on', 'always_off', 'traceidratio'])('follows the decision of the caller with %s', (name) => {
    expect(records({ OTEL_TRACES_SAMPLER: name }, SpanKind.CLIENT, TraceFlags.SAMPLED)).toBe(true)
    expect(records({ OTEL_TRACES_SAMPLER: name }, SpanKind.SERVER, TraceFlags.NONE)).toBe(false)
  })
})

describe('subjectTemplate', () => {
  test.each([
    [subjects.roomBattle(newId()), 'kla.room.*.battle'],
    [subjects.gatewayMatches('gateway-1-abc'), 'kla.gateway.*.matches'],
    [subjects.eventBattleStarted, subjects.eventBattleStarted],
    [subjects.signalIn, subjects.signalIn],
  ])('turns %s into %s', (subject, template) => {
    expect(subjectTemplate(subject)).toBe(template)
  })
})

const SPAN = 'b7ad6b7169203331'

describe('a traceparent', () => {
  test('is read as it was written', () => {
    const span = { traceId: TRACE, spanId: SPAN, traceFlags: 1 }
    expect(traceparentOf(span)).toBe(`00-${TRACE}-${SPAN}-01`)
    expect(readTraceparent(traceparentOf(span))).toEqual({ ...span, isRemote: true })
  })

  test('keeps only the known flag', () => {
    expect(readTraceparent(`00-${TRACE}-${SPAN}-fe`)?.traceFlags).toBe(0)
    expect(readTraceparent(`00-${TRACE}-${SPAN}-ff`)?.traceFlags).toBe(1)
  })

  test.each([
    '',
    'now',
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `01-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
    ` 00-${TRACE}-${SPAN}-01`,
  ])('rejects %j', (text) => {
    expect(readTraceparent(text)).toBeUndefined()
  })
})
