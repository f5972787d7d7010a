/** Words of staff and of hatred, in the ten languages that most visitors of such sites speak. Written as they read without accents. */

/** Inside any word, also spaced or disguised. Long or rare enough to be in no harmless word. */
export const HATE_WITHIN = [
  ...['hitler', 'himmler', 'goebbels', 'gobbels', 'eichmann', 'mengele', 'nazi', 'siegheil', 'heilhit', 'holocaust', 'holocausto', 'auschwitz', 'kukluxklan', 'whitepower'],
  ...['nigger', 'nigga', 'faggot', 'tranny', 'spick', 'wetback', 'gook', 'chink', 'raghead', 'towelhead', 'beaner', 'jigaboo', 'shemale'],
  ...['fuck', 'motherf', 'cunt', 'rapist', 'jailbait', 'pedophil', 'paedophil', 'childporn', 'zoophil', 'incest'],
  ...['neger', 'kanake', 'judensau', 'schwuchtel', 'untermensch', 'vergewaltig', 'kinderf'],
  ...['maricon', 'sudaca', 'violador', 'viado', 'estuprador', 'bougnoule', 'negrillon', 'youpin', 'violeur', 'froc io', 'frocio', 'stuprator'],
  ...['pedal ski', 'ciapaty', 'czarnuch', 'gwalciciel', 'orospu', 'ibne', 'tecavuzcu'],
  ...['гитлер', 'нацист', 'пидор', 'пидар', 'жидовс', 'чурка', 'хохол', 'педофил', 'насильник', 'هتلر', 'نازي', 'مغتصب'],
].map((word) => word.replaceAll(' ', ''))
/** Words of their own: parts of harmless ones. */
export const HATE_WORDS = ['kkk', 'ss', 'kike', 'kikes', 'fag', 'fags', 'dyke', 'coon', 'paki', 'gyp', 'rape', 'raper', 'isis', 'жид', 'жиды', 'хач', 'negro', 'negros', 'zigeuner', 'pedo', 'paedo', 'h8', '1488', 'сука', 'суки', 'бля', 'блядь', 'хуй', 'пизда', 'ебать']
/** Harmless words that hold one of the above. */
export const HARMLESS = ['scunthorpe', 'nazir', 'nazim', 'nazira', 'nazia', 'nazion', 'niggard', 'chinkapin', 'gobook', 'tranny' + 'mission', 'spicket', 'snigger', 'therapist', 'chinkara']

/** Terms that match inside any word. */
export const STAFF_WITHIN = [
  ...['admin', 'moderator', 'moderador', 'moderateur', 'moderatore', 'sysop', 'sysadmin', 'webmaster', 'yonetici', 'moderatoru'],
  ...['админ', 'модератор', 'مشرف', 'مدير'],
]
/** Terms that match whole words. */
export const STAFF_WORDS = [
  ...['kla', 'mod', 'mods', 'staff', 'support', 'official', 'helpdesk', 'security'],
  ...['soporte', 'oficial', 'personal', 'suporte', 'equipe', 'assistance', 'officiel', 'officielle', 'assistenza', 'ufficiale', 'offiziell', 'mitarbeiter'],
  ...['wsparcie', 'oficjalny', 'obsluga', 'destek', 'resmi', 'поддержка', 'официальный', 'персонал', 'الدعم', 'دعم', 'رسمي'],
]
/** Terms refused only in a player's name: rooms may be hosted and judged. */
export const STAFF_NAMES = [
  ...['judge', 'referee', 'owner', 'owners', 'system', 'bot', 'team', 'police', 'host'],
  ...['juez', 'arbitro', 'dueno', 'sistema', 'juiz', 'dono', 'richter', 'schiedsrichter', 'besitzer', 'juge', 'arbitre', 'proprietaire', 'systeme'],
  ...['giudice', 'proprietario', 'sedzia', 'wlasciciel', 'hakem', 'sahip', 'sistem', 'судья', 'владелец', 'система', 'полиция', 'حكم', 'قاضي', 'مالك', 'نظام'],
]
