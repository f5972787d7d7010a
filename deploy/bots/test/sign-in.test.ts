import { expect, test } from '@jest/globals'
import { createCookieJar } from '../src/index.js'
import { asItIs, createReach } from '../src/sign-in.js'

const response = (...cookies: string[]): Response =>
  new Response(null, { headers: cookies.map((cookie): [string, string] => ['set-cookie', cookie]) })

test('keeps cookies by host name, whatever the port', () => {
  const jar = createCookieJar()
  jar.take('http://localhost:1/a', response('kla=abc=; Path=/; HttpOnly', 'b=2'))
  expect(jar.header('http://localhost:2/')).toBe('kla=abc=; b=2')
  expect(jar.header('http://127.0.0.1:1/')).toBe('')
})

test('removes a cookie that a response expires', () => {
  const jar = createCookieJar()
  jar.take('http://localhost/', response('kla=abc'))
  jar.take('http://localhost/', response('kla=; Max-Age=0'))
  expect(jar.header('http://localhost/')).toBe('')
})

test('keeps the value of a preset cookie until a response removes it', () => {
  const jar = createCookieJar()
  jar.put('http://localhost/', 'kla=given')
  jar.take('http://localhost/', response('kla=next', 'other=1'))
  expect(jar.header('http://localhost/')).toBe('kla=given; other=1')
  jar.take('http://localhost/', response('kla=; Max-Age=0'))
  expect(jar.header('http://localhost/')).toBe('other=1')
})

test('replaces known origins only', () => {
  const reach = createReach(new Map([['https://kla.test', 'http://kla-gateway:8080']]))
  expect(reach('https://kla.test/auth/user?a=b#c')).toBe('http://kla-gateway:8080/auth/user?a=b')
  expect(reach('https://kla.test:8443/auth/user')).toBe('https://kla.test:8443/auth/user')
  expect(reach('http://other.test/x')).toBe('http://other.test/x')
  expect(asItIs('http://other.test/x')).toBe('http://other.test/x')
})
