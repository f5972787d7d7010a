import { catalogue } from '../shared/texts/catalogue.js'

export const PRIVACY = catalogue({
  title: 'Privacy',
  effective: 'Effective {date}',
  lead: 'What Kla knows about you, where we get it, and what we use it for.',
})

export const PRIVACY_DISCORD = catalogue({
  title: 'From Discord, when you log in',
  text: 'Your id, username, e-mail address, global name, avatar, and the list of servers you’re in. We never see your password.',
  mail: 'We use the e-mail address to answer your tickets and to tell you when you’re banned and when a ban is lifted. The mail server that delivers these e-mails sees the address and the content. For some months we keep a record that an e-mail was sent, but not what it said.',
})

export const PRIVACY_PLAYING = catalogue({
  title: 'From playing',
  battles: 'Your battles: when, which mode, and how they ended.',
  reports: 'Reports by you or about you, and what was said in the room’s chat before them.',
  bans: 'Bans, and the tickets you send to support.',
  age: 'That you declared you’re 18 or older, or that you’re under 18.',
  limits: 'Your limits: what you marked “Never” or “Rather not”. Other players can’t see them.',
  met: 'Who you met in the last 24 hours, so that you can still report or block them.',
  seen: 'When you and an opponent saw each other, for 30 days.',
  signIns: 'Where you’re logged in: the kind of device, and when it was last seen.',
  pass: 'Your progress in the Battle Pass, and which rewards you claimed.',
})

export const PRIVACY_CAMERA = catalogue({
  title: 'Your camera and microphone',
  battle:
    'In a battle your video and sound go only to your opponent, directly or through a relay, and encrypted on the way. Our servers don’t record them. On a direct connection, your opponent’s device can see your network address.',
  stills:
    'If your opponent reports you, their browser may send us small stills of your last 20 seconds of video, without sound. The browser encrypts them, only our moderators can open them, and we log every opening. We delete them 30 days after we find no breach, six months after we act on a report, and a year after a report of a serious crime or a risk to a child. Unless someone reports you, no stills leave your opponent’s browser.',
  cups: 'Cup ties can be watched. Judges may watch any tie to decide disputes. Spectators are logged-in adults, and they can watch only while both players consent: no one can watch before you both say yes, and either of you can end it at any moment by withdrawing. You always see who is watching. Judges and spectators see and hear you, but you don’t see or hear them. Where this site has a relay, they connect only through it, so they don’t learn your network address. No one can watch battles outside cups.',
})

export const PRIVACY_MATCHING = catalogue({
  title: 'Finding an opponent',
  wish: 'While you search, we keep the mode and the category you chose. We delete them when the search ends.',
  rating:
    'We work out a rating from how your battles ended, to match you with opponents of similar strength. No one can see it.',
  recent:
    'We remember who you were matched with for {minutes, plural, one {one minute} other {{minutes, number} minutes}}, so that you meet someone else next.',
  blocks:
    'Your block list keeps people from being matched with you and from joining your rooms. Only you can see it, and we don’t tell the people on it.',
})

export const PRIVACY_PUBLIC = catalogue({
  title: 'What everyone can see',
  name: 'You choose whether others see your player name with a drawn avatar, or your Discord name and picture. If you use a player name, other players see nothing from Discord.',
  leaderboards:
    'The leaderboards show your name, your avatar, and how many games you played and won, even to visitors who aren’t logged in. You can turn that off in the settings.',
  cups: 'A cup you enter shows your name, whether you checked in, who you played and how each tie was decided.',
})

export const PRIVACY_PAYMENTS = catalogue({
  title: 'Payments',
  text: 'An external payment provider handles card payments. Your card details never reach us. We keep only the provider’s session token for each payment.',
})

export const PRIVACY_LIMITS = catalogue({
  title: 'What we don’t do',
  text: 'We don’t track you with cookies: the one cookie keeps you logged in. We don’t sell data. Your browser also remembers that you confirmed your age, what’s in your shopping cart, which payments you began, and whom you blocked while we couldn’t be reached.',
})

export const PRIVACY_DELETION = catalogue({
  title: 'Deleting your data',
  text: 'Ask us in a support ticket, or write to <contact>the e-mail address provided by the operator of this site</contact>.',
})
