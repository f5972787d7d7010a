import { TraceFlags, type SpanContext } from '@opentelemetry/api'

/** A W3C trace context, version 00. */
const SHAPE = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/

/** The span that a `traceparent` names; undefined for anything else. */
export function readTraceparent(text: string): SpanContext | undefined {
  const [, traceId, spanId, flags] = SHAPE.exec(text) ?? []
  if (!traceId || !spanId || !flags) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true }
}

/** A span as `traceparent` names it. */
export const traceparentOf = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-0${traceFlags & TraceFlags.SAMPLED}`
