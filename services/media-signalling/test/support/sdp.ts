/** What a description of a browser holds; the addresses are arguments, so that a test knows what must not come out. */
export interface Addresses {
  readonly host: string
  readonly reflexive: string
  readonly relay: string
  readonly mdns: string
}

export const SOME: Addresses = {
  host: '192.168.7.23',
  reflexive: '203.0.113.77',
  relay: '198.51.100.4',
  mdns: '3b1d1a5e-8a0e-4a6f-9d0f-27a8ce7f1c11.local',
}

const fingerprint = Array.from({ length: 32 }, (_, at) => (at * 7 + 16).toString(16).toUpperCase()).join(':')

export const candidates = ({ host, reflexive, relay, mdns }: Addresses): readonly string[] => [
  `candidate:1467250027 1 udp 2122260223 ${host} 46243 typ host generation 0 ufrag Zx3b network-id 1`,
  `candidate:1467250027 1 udp 2122260222 ${mdns} 46244 typ host generation 0 ufrag Zx3b network-id 1`,
  `candidate:435653019 1 tcp 1518280447 ${host} 9 typ host tcptype active generation 0 ufrag Zx3b`,
  `candidate:1853887674 1 udp 1686052607 ${reflexive} 54609 typ srflx raddr ${host} rport 46243 generation 0`,
  `candidate:9 1 udp 1686052600 ${reflexive} 54609 typ prflx raddr ${host} rport 46243 generation 0`,
  `candidate:3098175849 1 udp 33562367 ${relay} 56121 typ relay raddr ${reflexive} rport 54609 generation 0 ufrag Zx3b`,
]

/** After the offers that Chromium writes, complete with gathered candidates. */
export const offerSdp = (addresses: Addresses = SOME): string =>
  [
    'v=0',
    `o=- 4611731400430051336 2 IN IP4 ${addresses.host}`,
    's=-',
    't=0 0',
    'a=group:BUNDLE 0 1',
    'a=extmap-allow-mixed',
    'a=msid-semantic: WMS 9f6f2c1a-5d0b-4a51-8f3c-a4b3b3a6e4b1',
    'm=audio 54609 UDP/TLS/RTP/SAVPF 111 63 9',
    `c=IN IP4 ${addresses.reflexive}`,
    `a=rtcp:54610 IN IP4 ${addresses.reflexive}`,
    ...candidates(addresses).map((line) => `a=${line}`),
    'a=end-of-candidates',
    'a=ice-ufrag:Zx3b',
    'a=ice-pwd:VwxpQO7bAYqXf0H6UeXhKbVw',
    'a=ice-options:trickle',
    `a=fingerprint:sha-256 ${fingerprint}`,
    'a=setup:actpass',
    'a=mid:0',
    'a=extmap:1 urn:ietf:params:rtp-hdrext:ssrc-audio-level',
    'a=extmap:2 http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time',
    'a=sendrecv',
    'a=msid:9f6f2c1a-5d0b-4a51-8f3c-a4b3b3a6e4b1 0d8e6a34-1f0b-4b57-8a0e-1d7b8b0c2f11',
    'a=rtcp-mux',
    'a=rtpmap:111 opus/48000/2',
    'a=fmtp:111 minptime=10;useinbandfec=1',
    'a=ssrc:3735928559 cname:gkGkNZRm0vVJYfkI',
    'm=video 9 UDP/TLS/RTP/SAVPF 96',
    `c=IN IP6 fe80::1c2d:3e4f`,
    'a=mid:1',
    'a=rtpmap:96 VP8/90000',
    'a=rtcp-fb:96 ccm fir',
    '',
  ].join('\r\n')
