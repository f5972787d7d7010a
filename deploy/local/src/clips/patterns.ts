import { channels, PALETTES, type Palette } from './palettes.js'

/** How long a clip runs before it begins again, seconds. */
export const CLIP_SECONDS = 2.5
export const CLIP_RATE = 24
const SIZE = '640x360'
// Formulas are drawn small and enlarged: sixteen times less to compute, and nothing in them is sharp.
const SMALL = '160x90'
/** One turn in the length of a clip, so that its end meets its beginning. */
const TURN = `(2*PI*T/${CLIP_SECONDS})`

/** A moving shape, as a source of ffmpeg's lavfi. */
export type Pattern = (palette: Palette, seed: number) => string

/** Colours a value between 0 and 1 from a palette's deepest to its lightest. */
function coloured(value: string, palette: Palette): string {
  const plane = (channel: 0 | 1 | 2): string => {
    const [a, b, c, d] = [0, 1, 2, 3].map((step) => channels(palette, step as 0 | 1 | 2 | 3)[channel]) as [
      number,
      number,
      number,
      number,
    ]
    // Three straight pieces between four colours.
    const v = 'ld(0)'
    return (
      `st(0\\,${value})*0+if(lt(${v}\\,0.34)\\,${a}+(${b - a})*${v}/0.34\\,` +
      `if(lt(${v}\\,0.67)\\,${b}+(${c - b})*(${v}-0.34)/0.33\\,${c}+(${d - c})*(${v}-0.67)/0.33))`
    )
  }
  return (
    `nullsrc=s=${SMALL}:r=${CLIP_RATE},format=gbrp,` +
    `geq=r='${plane(0)}':g='${plane(1)}':b='${plane(2)}',scale=${SIZE}:flags=bicubic`
  )
}

const gradient =
  (type: 'linear' | 'radial' | 'circular' | 'spiral'): Pattern =>
  (palette, seed) =>
    `gradients=s=${SIZE}:r=${CLIP_RATE}:n=4:type=${type}:speed=0.03:seed=${seed}:` +
    PALETTES[palette].map((colour, index) => `c${index}=0x${colour}`).join(':')

/** A quarter mirrored into all four, so that whatever moves meets itself. */
const mirrored = (source: string): string =>
  `${source},crop=320:180:80:60,split[one][two];[two]hflip[right];[one][right]hstack,split[top][low];` +
  '[low]vflip[bottom];[top][bottom]vstack'

export const PATTERNS = {
  drift: gradient('linear'),
  halo: gradient('circular'),
  whirl: gradient('spiral'),
  plasma: (palette, seed) =>
    coloured(
      `0.5+0.25*sin(X/${11 + (seed % 5)}+${TURN})+0.25*sin((X+Y)/${13 + (seed % 7)}-${TURN}+2*sin(Y/${17 + (seed % 3)}))`,
      palette,
    ),
  rings: (palette, seed) =>
    coloured(`0.5+0.5*sin(hypot(X-80-30*cos(${TURN})\\,Y-45-16*sin(${TURN}))/${4 + (seed % 4)}-${TURN}*2)`, palette),
  orbit: (palette, seed) =>
    coloured(
      `clip(9/(1+hypot(X-80-52*cos(${TURN})\\,Y-45-26*sin(${TURN}*${1 + (seed % 2)})))+` +
        `9/(1+hypot(X-80+52*cos(${TURN})\\,Y-45+26*sin(${TURN})))+0.12\\,0\\,1)`,
      palette,
    ),
  curtain: (palette, seed) =>
    coloured(
      `clip(0.5+0.5*sin(X/${6 + (seed % 5)}+3*sin(Y/30+${TURN}))*(1-Y/120)\\,0\\,1)`,
      palette,
    ),
  petals: (palette, seed) =>
    coloured(
      `0.5+0.5*sin(${5 + (seed % 4)}*atan2(Y-45\\,X-80)+hypot(X-80\\,Y-45)/7-${TURN})`,
      palette,
    ),
  kaleidoscope: (palette, seed) => mirrored(gradient('spiral')(palette, seed)),
} as const satisfies Record<string, Pattern>

export type PatternName = keyof typeof PATTERNS
