import { describe, expect, test } from '@jest/globals'
import { SpanStatusCode } from '@opentelemetry/api'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { RedactingSpans } from '../../src/tracing/redact-spans.js'

describe('RedactingSpans', () => {
  test('keeps only allowed attributes and the failure itself, but not the text of the error', () => {
    const exporter = new InMemorySpanExporter()
    const provider = new BasicTracerProvider({
      spanProcessors: [new RedactingSpans(new SimpleSpanProcessor(exporter))],
    })
    const span = provider.getTracer('test').startSpan('query', {
      attributes: { 'db.operation.name': 'INSERT', 'client.address': '203.0.113.7', 'db.postgresql.values': 'hush' },
    })
    span.addEvent('said', { what: 'hush' })
    span.recordException({ code: '23505', message: 'hush is taken' })
    span.setStatus({ code: SpanStatusCode.ERROR, message: 'hush is taken' })
    span.end()

    const [sent] = exporter.getFinishedSpans()
    expect(sent?.attributes).toEqual({ 'db.operation.name': 'INSERT', 'error.type': '23505' })
    expect(sent?.status).toEqual({ code: SpanStatusCode.ERROR })
    expect(sent?.events).toEqual([])
  })
})
