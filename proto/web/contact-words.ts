/** Words that the contact guard finds or skips. */

export const every = (source: string): RegExp => new RegExp(source, 'g')

/** Names with hardly any other meaning. */
const PLATFORMS = [
  ...[
    'sn+a*p+(?: ?cha?t)?',
    'insta+(?: ?gram)?',
    'discord',
    'ki+k',
    'telegram',
    'whats ?app',
    'skype',
    'twitter',
    'tik ?tok',
    'facebook',
    'messenger',
  ],
  ...[
    'wechat',
    'viber',
    'only ?fans',
    'fansly',
    'reddit',
    'twitch',
    'cash ?app',
    'venmo',
    'paypal',
    'threema',
    'tumblr',
    'bluesky',
    'bsky',
  ],
  ...[
    'link ?tree',
    'wickr',
    'zangi',
    'kakao(?: ?talk)?',
    'fetlife',
    'chaturbate',
    'grindr',
    'tinder',
    'icq',
    'xbox',
    'psn',
    'gamertag',
  ],
].join('|')
const MAIL_HOSTS = [
  'gmail',
  'googlemail',
  'hotmail',
  'outlook',
  'yahoo',
  'proton(?:mail)?',
  'icloud',
  'gmx',
  'aol',
  'tutanota',
].join('|')
const APP_NICKNAMES = '(?:yellow|ghost|bird|camera) app'
export const mailHosts = `(?:${MAIL_HOSTS})`

/** Excludes "oh snap" and "snap back". */
const asPlatform = (names: string): string => `(?<![a-z]|oh )(?!snap (?:back|out|of) )(?:${names})(?:me|s|'s)?(?![a-z])`
export const platforms = asPlatform(`${PLATFORMS}|${MAIL_HOSTS}|${APP_NICKNAMES}`)

const LEET: Readonly<Record<string, string>> = {
  a: '[a4@]',
  e: '[e3]',
  i: '[i1!|]',
  o: '[o0]',
  s: '[s5$]',
  t: '[t7]',
  g: '[gq]',
}
/** Bounds repeated letters, to keep long runs cheap. */
const disguised = (names: string): string =>
  names.replace(
    /([a-z])\1*([?*+]?)/g,
    (_, letter: string, times: string) => `${LEET[letter] ?? letter}${/[?*]/.test(times) ? '{0,9}' : '{1,9}'}`,
  )
/** Platforms as "5naaap", "1nst@" or "t3legram". */
export const disguisedPlatforms = asPlatform(disguised(PLATFORMS))

export const shortNames = '(?:ig|sc|tg|fb|wa|dc|disc|tele|vk|cb)(?![a-z])'
export const otherWords = '(?:signal|steam|line|session|threads|gram|matrix|x|of)(?![a-z])'

export const kindOfName = '(?: ?(?:user ?name|username|user|name|handle|id|acc(?:ount)?|nick|tag))?'

const CALLS =
  'call|dial|ring me|te?xt|sms|mms|i?message|msg|facetime|tele?[fp]|tel\\b|phone|fon\\b|mobil|cell|handy|contact|reach|write|' +
  'dm|pm|hmu|hit me|add|number|nummer|numero|digits|appel|llama|ruf|anruf|schreib'
/** Words and signs that make a number one to call. */
export const calling = new RegExp(String.raw`(?<![a-z])(?:${CALLS})|[\u260e\u{1f4de}\u{1f4f1}\u{1f4f2}]`, 'u')

const NUMBERS_OF = [
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty',
  'null eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf',
  'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince',
  'zero un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize',
].map((words) => words.split(' '))
const TENS =
  'thirty forty fifty sixty seventy eighty ninety zwo vingt trente quarante cinquante soixante veinte treinta'.split(
    ' ',
  )
/** Values of number words, up to twenty. */
export const numberValues: ReadonlyMap<string, number> = new Map(
  NUMBERS_OF.flatMap((words) => words.map((word, value) => [word, value] as const)),
)
/** Longer first: "sixteen" is not "six". */
export const numberWords = [...numberValues.keys(), ...TENS].sort((one, other) => other.length - one.length).join('|')

/** Endings that rarely begin a sentence. */
export const endings =
  'c[o0]m|net|org|info|biz|io|gg|tv|xyz|app|dev|co|uk|de|fr|ru|nl|eu|ly|ee|cc|cam|chat|club|live|link|site|online|fans|porn|sex|xxx|vip|ai|ca|au|jp|br|pl|se|ch|cz|pt|mx|shop|store|page|bio|pro|space|website|social|gd|ph'
/** Endings that are words: only at the end or after a spelled dot. */
export const wordyEndings = 'es(?=$|/)|(?<=punto )(?:es|me)'

export const streets = 'street|road|avenue|lane|drive|boulevard|blvd|ave|rd|square|terrace|court|st|ln|pkwy|hwy'
export const streetsBefore = 'rue|avenue|chemin|impasse|calle|avenida|avda|plaza|paseo|carrer|carrera|quai'

/** Chat words after a platform's name. */
export const TALK: ReadonlySet<string> = new Set(
  (
    'the and for you your are not now too lol haha please pls plz later tonight today tomorrow anymore here there with that this then than ' +
    'down broken full private banned gone off open closed dead better worse best fun funny boring cool great good bad nice trash toxic ' +
    'okay fine weird dumb stupid amazing terrible slow fast free just like what when where why who how yes yeah nope nah really only ' +
    "still always never sometimes maybe because but its it's also all any some more most much many was were been being have has had " +
    'will would can could should does did doing get got getting going gonna want need know think love hate miss use used using see saw ' +
    'say said tell told ask asked makes make made new old same other another working work acting loading crashing laggy blowing full-on ' +
    'everyone everybody someone nobody anyone people guys man dude bro right wrong sure so-so if or as at in on to of by is be do me my no ' +
    'so us it hi hey ok wow lmao sorry thanks thx bye well omg hmm babe baby hun honey sexy cutie whenever someday soon again back wait ' +
    'stop first last next one two room gif round game cam mod mods host admin let lets go bot bots stuff thing things kinda super very ' +
    'way too hot cute gross lame mid life such about after before instead though yet out up over ever even oh si ja nein oui non de der die das ' +
    'el la le un player number level gg lol wtf idk true end day look looks'
  ).split(' '),
)
