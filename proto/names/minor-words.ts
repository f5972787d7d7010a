/** Words of minors, in the ten languages of the other lists. Read without accents and without case. */

/** Parts of words that mean minors. Those of seven letters or more are also found across spaces. */
export const MINOR_WITHIN = [
  ...['teen', 'underage', 'minor', 'jailbait', 'lolit', 'lolicon', 'shota', 'child', 'toddler', 'infant', 'schoolgirl', 'schoolboy', 'schoolkid'],
  ...['younggirl', 'youngboy', 'littlegirl', 'littleboy', 'pubescent', 'prepube', 'kindergart'],
  ...['adolescen', 'menordeedad', 'menoresdeedad', 'colegial', 'quinceanera', 'chiquill', 'jovencita', 'jovencito'],
  ...['crianca', 'criancinh', 'novinha', 'novinho', 'ninfeta', 'menordeidade', 'menininh'],
  ...['minderjahrig', 'minderjaehrig', 'schulmadchen', 'schulmaedchen', 'schuljunge', 'schulerin', 'schuelerin', 'kleinkind', 'jugendlich'],
  ...['fillette', 'ecoliere', 'ecolier', 'lyceenne', 'collegienne', 'mineures', 'mineure'],
  ...['bambina', 'bambine', 'bambino', 'bambini', 'ragazzina', 'ragazzino', 'scolaretta', 'liceale'],
  ...['nieletni', 'małoletni', 'maloletni', 'nastolat', 'uczennic', 'dziewczynk', 'gimnazjalist', 'dzieck', 'dziecia'],
  ...['малолет', 'несовершеннолет', 'школьник', 'школьниц', 'подрост', 'тинейджер', 'тинэйджер', 'лолит', 'ребенок', 'девочк', 'мальчик', 'детск'],
  ...['cocuk', 'küçükkız', 'kucukkiz', 'küçükerkek', 'resitolmayan', 'liseli', 'ilkokul', 'ergenlik'],
  ...['قاصر', 'طفل', 'طفلة', 'أطفال', 'مراهق', 'تلميذ', 'صغيرةالسن', 'دونالسن'],
]
/** Whole words that mean minors and are parts of harmless words. */
export const MINOR_WORDS = [
  ...['kid', 'kids', 'kiddo', 'kiddie', 'kiddies', 'minors', 'preteen', 'tween', 'tweens', 'loli', 'lolis', 'pthc'],
  ...['menor', 'menores', 'ninos', 'ninas', 'ninita', 'ninito', 'kinder', 'mineur', 'mineurs', 'enfant', 'enfants', 'gamin', 'gamine', 'minorenne', 'minorenni', 'bimba', 'bimbi'],
  ...['dzieci', 'uczen', 'дети', 'детки', 'школота', 'ergen', 'ergenler', 'أولاد'],
]
/** Words refused only in a player's name: adults say them of each other, or of something else. */
export const MINOR_NAMES = [
  ...['boy', 'boys', 'girl', 'girls', 'baby', 'babies', 'ten', 'yo'],
  ...['menina', 'menino', 'mädchen', 'maedchen', 'fille', 'garcon', 'ragazza', 'ragazzo', 'dziewczyna', 'chłopak', 'детка', 'малыш', 'малышка', 'bebek'],
]
export const MINOR_NAMES_WITHIN = ['loli', 'school', 'eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen']
/** Harmless words and phrases that hold one of the above. */
export const HARMLESS_MINORS = [
  ...['canteen', 'eighteen', 'nineteen', 'velveteen', 'mangosteen', 'steen'],
  ...['minority', 'minorities', 'minorca', 'ursa minor', 'asia minor', 'canis minor', 'minor key', 'minor chord', 'minor league'],
  ...['c minor', 'd minor', 'e minor', 'f minor', 'g minor', 'f sharp minor', 'rothschild', 'fairchild', 'goodchild', 'childers', 'childfree', 'child free', 'childish'],
  ...['infantry', 'infanterie', 'lollipop', 'lolipop', 'old school', 'kinder egg', 'kinder surprise', 'kinder bueno', 'billy the kid'],
]
/** Numbers that are ages of minors only where years are said. */
export const HARMLESS_NUMBERS = ['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen']
/** Words that make the number before them an age. */
export const YEARS = ['yo', 'y\\/o', 'y\\.o', 'y o', 'yrs?', 'years?', 'años', 'anos', 'anni', 'ans', 'jahre', 'jährig', 'lat', 'yaş', 'yaşında', 'let', 'лет', 'года?', 'سنة', 'عاما']
