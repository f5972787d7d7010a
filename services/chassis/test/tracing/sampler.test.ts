import { describe, expect, test } from '@jest/globals'
import { ROOT_CONTEXT, SpanKind, trace, TraceFlags } from '@opentelemetry/api'
import { RandomIdGenerator, SamplingDecision } from '@opentelemetry/sdk-trace-base'
import { samplerOf } from '../../src/tracing/spans.js'

const ids = new RandomIdGenerator()
const COUNT = 4_000

const records = (settings: Record<string, string>, kind = SpanKind.SERVER, parentFlags?: TraceFlags): boolean => {
  const parent = { traceId: ids.generateTraceId(), spanId: ids.generateSpanId(), isRemote: true }
  const context =
    parentFlags === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...parent, traceFlags: parentFlags })
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
