import {
  type Context,
  context,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Tracer,
} from '@opentelemetry/api'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  RandomIdGenerator,
  type Sampler,
  SamplingDecision,
  type SamplingResult,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base'
import type { SpanAttributes, Tracing } from './index.js'

type Settings = Readonly<Record<string, string | undefined>>

/** Reads `OTEL_TRACES_SAMPLER`; a remote trace follows its parent. */
export function samplerOf(settings: Settings): Sampler {
  const name = (settings['OTEL_TRACES_SAMPLER'] ?? 'always_on').replace('parentbased_', '')
  return new ParentBasedSampler({ root: new BeginningSampler(rootOf(name, settings['OTEL_TRACES_SAMPLER_ARG'])) })
}

function rootOf(name: string, argument: string | undefined): Sampler {
  if (name === 'always_off') return new AlwaysOffSampler()
  if (name !== 'traceidratio') return new AlwaysOnSampler()
  const ratio = Number(argument || 1)
  return new TraceIdRatioBasedSampler(ratio >= 0 && ratio <= 1 ? ratio : 1)
}

/** Samples incoming work only: other calls come from polling loops. */
class BeginningSampler implements Sampler {
  constructor(private readonly rest: Sampler) {}

  shouldSample(...asked: Parameters<Sampler['shouldSample']>): SamplingResult {
    const kind = asked[3]
    return kind === SpanKind.CLIENT ? { decision: SamplingDecision.NOT_RECORD } : this.rest.shouldSample(...asked)
  }

  toString(): string {
    return `Beginning{${this.rest.toString()}}`
  }
}

/** Uses our own id: a client could choose one that passes. */
const wouldRecord = (sampler: Sampler, context: Context, traceId: string, name: string): boolean =>
  sampler.shouldSample(context, traceId, name, SpanKind.SERVER, {}, []).decision === SamplingDecision.RECORD_AND_SAMPLED

/** Removes ids: span names form a closed set. */
export const subjectTemplate = (subject: string): string =>
  subject
    .split('.')
    .map((token) => (/\d/.test(token) ? '*' : token))
    .join('.')

/** W3C trace context, version 00. */
const SHAPE = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/

/** Parses a `traceparent`; undefined if malformed. */
export function readTraceparent(text: string): SpanContext | undefined {
  const [, traceId, spanId, flags] = SHAPE.exec(text) ?? []
  if (!traceId || !spanId || !flags) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true }
}

export const traceparentOf = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-0${traceFlags & TraceFlags.SAMPLED}`

export function createSpans(tracer: Tracer, sampler: Sampler, close: () => Promise<void>): Tracing {
  const ids = new RandomIdGenerator()

  const outside = (name: string, traceparent: string | undefined): Context | undefined => {
    const sender = traceparent === undefined ? undefined : readTraceparent(traceparent)
    if (!sender) return ROOT_CONTEXT
    if (!wouldRecord(sampler, ROOT_CONTEXT, ids.generateTraceId(), name)) return undefined
    return trace.setSpanContext(ROOT_CONTEXT, { ...sender, traceFlags: TraceFlags.SAMPLED })
  }

  const within = <T>(span: Span, work: () => T): T => (span.isRecording() ? run(span, context.active(), work) : work())

  return {
    entry(name, traceparent, task) {
      const from = outside(name, traceparent)
      const span = from && tracer.startSpan(name, { kind: SpanKind.SERVER }, from)
      return span?.isRecording() ? () => run(span, from as Context, task) : task
    },
    begin: (name, events, work) =>
      context.with(ROOT_CONTEXT, () => within(tracer.startSpan(name, { attributes: events }), work)),
    part: (name, events, work) => (recorded() ? within(tracer.startSpan(name, { attributes: events }), work) : work()),
    send(subject, { events = {}, begins = false }, send) {
      if (!begins && !recorded()) return send()
      const span = tracer.startSpan(`publish ${subjectTemplate(subject)}`, message(SpanKind.PRODUCER, subject, events))
      return within(span, () => send(span.isRecording() ? traceparentOf(span.spanContext()) : undefined))
    },
    receive(subject, traceparent, handle) {
      const sender = readTraceparent(traceparent)
      if (!sender) return handle()
      const from = trace.setSpanContext(ROOT_CONTEXT, sender)
      const span = tracer.startSpan(`process ${subjectTemplate(subject)}`, message(SpanKind.CONSUMER, subject), from)
      return span.isRecording() ? run(span, from, handle) : handle()
    },
    call(path, send) {
      if (!recorded()) return send()
      const span = tracer.startSpan(`grpc.${path.slice(1)}`, rpc(SpanKind.CLIENT, path))
      return within(span, () => send(span.isRecording() ? traceparentOf(span.spanContext()) : undefined))
    },
    serve(path, traceparent, handle) {
      const sender = readTraceparent(traceparent)
      if (!sender) return handle()
      const from = trace.setSpanContext(ROOT_CONTEXT, sender)
      const span = tracer.startSpan(`grpc.${path.slice(1)}`, rpc(SpanKind.SERVER, path), from)
      return span.isRecording() ? run(span, from, handle) : handle()
    },
    note: (events) => void trace.getActiveSpan()?.setAttributes(events),
    ids() {
      const active = trace.getActiveSpan()?.spanContext()
      return active && { trace_id: active.traceId, span_id: active.spanId }
    },
    close,
  }
}

// A span may end before its call, so not `isRecording`.
const recorded = (): boolean => ((trace.getActiveSpan()?.spanContext().traceFlags ?? 0) & TraceFlags.SAMPLED) !== 0

const message = (kind: SpanKind, subject: string, events: SpanAttributes = {}) => ({
  kind,
  attributes: { 'messaging.system': 'nats', 'messaging.destination.template': subjectTemplate(subject), ...events },
})

const rpc = (kind: SpanKind, path: string) => {
  const [, service = '', method = ''] = path.split('/')
  return { kind, attributes: { 'rpc.system': 'grpc', 'rpc.service': service, 'rpc.method': method } }
}

function run<T>(span: Span, from: Context, work: () => T): T {
  const failed = (error: unknown): never => {
    span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
    throw error
  }
  return context.with(trace.setSpan(from, span), () => {
    try {
      const result = work()
      if (!(result instanceof Promise)) {
        span.end()
        return result
      }
      return result.then((value: unknown) => {
        span.end()
        return value
      }, failed) as T
    } catch (error) {
      return failed(error)
    }
  })
}
