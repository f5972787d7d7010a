import { lengthOf, smoothstep, TURN, wave, type Scene } from '../scene.js'

/** The lines of a map of a land that breathes. */
export const contours = (lines: number, seed: number): Scene => (t) => {
  const turn = t * TURN
  return (x, y) => {
    const height =
      Math.sin(x * 1.7 + seed + 0.7 * Math.sin(turn)) +
      Math.sin(y * 2.3 - seed + 0.6 * Math.cos(turn)) +
      0.7 * Math.sin((x - y) * 1.9 + turn) +
      0.4 * Math.sin((x + y) * 3.7 - turn + seed)
    const level = (height + 3.1) / 6.2
    const line = Math.abs(((level * lines) % 1) - 0.5)
    return 0.08 + 0.42 * level + 0.42 * smoothstep(0.11, 0.02, line) * (0.4 + 0.6 * level)
  }
}

/** Panes of glass whose borders wander. */
export const panes = (count: number, seed: number): Scene => (t) => {
  const seeds = Array.from({ length: count }, (_, at) => {
    const phase = at * 2.399 + seed
    const reach = Math.sqrt((at + 0.5) / count)
    const swing = t * TURN + phase * 3
    return {
      x: 1.75 * reach * Math.cos(phase) + 0.13 * Math.cos(swing),
      y: 1.05 * reach * Math.sin(phase) + 0.13 * Math.sin(swing),
      tone: wave(phase * 5.3),
    }
  })
  return (x, y) => {
    let nearest = 9
    let second = 9
    let tone = 0
    for (const point of seeds) {
      const distance = (x - point.x) ** 2 + (y - point.y) ** 2
      if (distance < nearest) {
        second = nearest
        nearest = distance
        tone = point.tone
      } else if (distance < second) second = distance
    }
    const border = Math.sqrt(second) - Math.sqrt(nearest)
    const glass = 0.16 + 0.5 * tone + 0.18 * Math.exp(-nearest * 9)
    return glass * smoothstep(0, 0.035, border) + 0.05 * smoothstep(0.2, 0, border)
  }
}

/** Two combs of circles that slide over each other. */
export const moire = (rings: number, seed: number): Scene => (t) => {
  const angle = t * TURN + seed
  const ax = 0.5 * Math.cos(angle)
  const ay = 0.3 * Math.sin(angle)
  return (x, y) => {
    const one = wave(lengthOf(x - ax, y - ay) * rings)
    const other = wave(lengthOf(x + ax, y + ay) * rings)
    const both = one * other
    return 0.06 + 0.3 * wave((lengthOf(x - ax, y - ay) - lengthOf(x + ax, y + ay)) * rings * 0.5) + 0.55 * both
  }
}

/** Ribbons that go over and under. */
export const ribbons = (count: number, seed: number): Scene => (t) => {
  const turn = t * TURN
  return (x, y) => {
    let light = 0.05
    let front = -2
    for (let at = 0; at < count; at++) {
      const phase = (at * TURN) / count + seed
      const swing = x * 1.9 + turn + phase
      const middle = 0.62 * Math.sin(swing) + 0.14 * Math.sin(x * 3.1 - turn + phase)
      const depth = Math.cos(swing)
      const width = 0.13 + 0.05 * depth
      const off = Math.abs(y - middle) / width
      if (off > 1 || depth < front) continue
      front = depth
      const gloss = 0.12 * smoothstep(0.8, 1, 1 - off)
      light = (0.25 + 0.28 * (depth + 1)) * (0.55 + 0.45 * Math.sqrt(1 - off * off)) + gloss
    }
    return light
  }
}

const JULIA_STEPS = 48

/** A Julia set whose constant goes around. */
export const julia = (radius: number, seed: number): Scene => (t) => {
  const angle = t * TURN + seed
  const cx = -0.745 + radius * Math.cos(angle)
  const cy = 0.113 + radius * Math.sin(angle)
  return (x, y) => escape(x * 0.82, y * 0.82, cx, cy)
}

/** Into the Mandelbrot set and out again. */
export const mandelbrot = (centreX: number, centreY: number, deepest: number): Scene => (t) => {
  const zoom = Math.exp(Math.log(deepest) * (0.5 - 0.5 * Math.cos(t * TURN)))
  return (x, y) => escape(0, 0, centreX + (x * 1.1) / zoom, centreY + (y * 1.1) / zoom)
}

function escape(zx: number, zy: number, cx: number, cy: number): number {
  let a = zx
  let b = zy
  for (let step = 0; step < JULIA_STEPS; step++) {
    const aa = a * a
    const bb = b * b
    if (aa + bb > 64) {
      const smooth = step + 1 - Math.log2(Math.log(aa + bb) / 2)
      return 0.08 + 0.88 * Math.sqrt(Math.max(0, smooth) / JULIA_STEPS)
    }
    b = 2 * a * b + cy
    a = aa - bb + cx
  }
  return 0.03
}
