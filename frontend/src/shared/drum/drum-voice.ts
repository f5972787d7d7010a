/** Seconds and hertz of one beat: a skin that is struck and falls silent. */
const BODY = { from: 150, to: 52, fallS: 0.09, lengthS: 0.24, gain: 0.5 } as const
const STICK = { frequency: 1800, lengthS: 0.03, gain: 0.12 } as const

/** Plays one synthesised beat into `out` at `at`, seconds on the context's clock. */
export function strikeDrum(context: BaseAudioContext, out: AudioNode, at: number): void {
  const body = context.createOscillator()
  const bodyGain = context.createGain()
  body.frequency.setValueAtTime(BODY.from, at)
  body.frequency.exponentialRampToValueAtTime(BODY.to, at + BODY.fallS)
  bodyGain.gain.setValueAtTime(BODY.gain, at)
  bodyGain.gain.exponentialRampToValueAtTime(0.001, at + BODY.lengthS)
  body.connect(bodyGain).connect(out)
  body.start(at)
  body.stop(at + BODY.lengthS)

  const stick = context.createOscillator()
  const stickGain = context.createGain()
  stick.type = 'triangle'
  stick.frequency.setValueAtTime(STICK.frequency, at)
  stickGain.gain.setValueAtTime(STICK.gain, at)
  stickGain.gain.exponentialRampToValueAtTime(0.001, at + STICK.lengthS)
  stick.connect(stickGain).connect(out)
  stick.start(at)
  stick.stop(at + STICK.lengthS)
}
