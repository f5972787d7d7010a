import { SpanKind, type Context } from '@opentelemetry/api'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  type Sampler,
  type SamplingResult,
} from '@opentelemetry/sdk-trace-base'

/** What {@link samplerOf} reads. */
type Settings = Readonly<Record<string, string | undefined>>

/**
 * The sampler that `OTEL_TRACES_SAMPLER` and its `_ARG` name; everything is recorded where they name none. What has
 * begun elsewhere is recorded if it is recorded there, whichever is named: half a trace helps nobody.
 */
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

/**
 * A trace begins where something comes in or happens. A call that is made outside of any is a loop of ours asking as it
 * does all day, and no trace.
 */
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

/** Whether a trace would be recorded that begins here. The id is one of ours, as a client could choose one that passes. */
export const wouldRecord = (sampler: Sampler, context: Context, traceId: string, name: string): boolean =>
  sampler.shouldSample(context, traceId, name, SpanKind.SERVER, {}, []).decision === SamplingDecision.RECORD_AND_SAMPLED
