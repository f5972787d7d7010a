import { expect, test } from '@jest/globals'
import { mediaLink, mediaUrl } from '../../../src/entities/gif/media-url.js'

const ADDRESS = 'https://clips.example/a b.mp4?x=1&y=2'
const HERE = '/media?u=https%3A%2F%2Fclips.example%2Fa%20b.mp4%3Fx%3D1%26y%3D2'

test('serves every clip from this origin', () => {
  expect(mediaUrl(ADDRESS)).toBe(HERE)
})

test('builds an absolute link for sharing', () => {
  expect(mediaLink(ADDRESS, 'https://kla.example')).toBe(`https://kla.example${HERE}`)
})
