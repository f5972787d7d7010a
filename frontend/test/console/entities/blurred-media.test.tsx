import { describe, expect, test } from '@jest/globals'
import { renderToStaticMarkup } from 'react-dom/server'
import { BlurredMedia } from '../../../src/console/entities/blurred-media.js'

const markup = (use?: 'clip' | 'picture'): string =>
  renderToStaticMarkup(<BlurredMedia media={use && { src: 'blob:it', use }} label="the GIF" />)

describe('media in the console', () => {
  test('are a video for a clip, muted and still', () => {
    const clip = markup('clip')
    expect(clip).toMatch(
      /<video [^>]*src="blob:it" aria-label="the GIF" preload="metadata" muted="" loop="" playsInline=""/,
    )
    expect(clip).not.toMatch(/<img|autoplay/i)
  })

  test('are an image for a picture', () => {
    const picture = markup('picture')
    expect(picture).toMatch(/<img [^>]*src="blob:it" alt="the GIF"/)
    expect(picture).not.toContain('<video')
  })

  test('wait for their bytes with a button and without an element', () => {
    expect(markup()).toMatch(/<button [^>]*aria-pressed="false"[^>]*>Show the GIF/)
    expect(markup()).not.toMatch(/<video|<img/)
  })
})
