import { LEVEL } from '../../texts/devices.js'

/** The level that counts as silence, in decibels of full scale. */
const SILENCE_DB = -60
const SPEECH_FROM = 35

/** Returns loudness from 0 to 100 for samples in [-1, 1]. */
export function levelOf(samples: ArrayLike<number>): number {
  let sum = 0
  for (let at = 0; at < samples.length; at += 1) sum += (samples[at] ?? 0) ** 2
  const decibels = 20 * Math.log10(Math.sqrt(sum / Math.max(1, samples.length)))
  return Math.round(Math.min(1, Math.max(0, 1 - decibels / SILENCE_DB)) * 100)
}

export const levelWords = (level: number): string =>
  level === 0 ? LEVEL.silence : level < SPEECH_FROM ? LEVEL.quiet : level > 95 ? LEVEL.tooLoud : LEVEL.speech

/** Returns the stop function. Does nothing without an audio context. */
export function watchLevel(track: MediaStreamTrack, onLevel: (level: number) => void): () => void {
  let context: AudioContext
  try {
    context = new AudioContext()
  } catch {
    return () => undefined
  }
  const source = context.createMediaStreamSource(new MediaStream([track]))
  const analyser = context.createAnalyser()
  analyser.fftSize = 1024
  source.connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  let shown = 0
  let frame = requestAnimationFrame(function look() {
    analyser.getFloatTimeDomainData(samples)
    // Falls slowly, to bridge pauses between words.
    shown = Math.max(levelOf(samples), shown - 3)
    onLevel(track.enabled ? shown : 0)
    frame = requestAnimationFrame(look)
  })
  void context.resume().catch(() => undefined)
  return () => {
    cancelAnimationFrame(frame)
    void context.close()
  }
}
