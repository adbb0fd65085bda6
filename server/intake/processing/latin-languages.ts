/**
 * Languages that are written in Latin letters with marks, as far as their texts tell in which charset they were written: how
 * often each of these letters comes, and the commonest words.
 */

export interface LatinLanguage {
  /** Charsets in which it was usually written, names of `TextDecoder`. */
  readonly charsets: readonly string[]
  /** Logarithm of the share that each letter has among all, in lower case. */
  readonly letters: ReadonlyMap<string, number>
  readonly words: ReadonlySet<string>
}

const western = ['windows-1252', 'macintosh']
const central = ['windows-1250', 'iso-8859-2']
const turkish = ['windows-1254']
const baltic = ['windows-1257']

/**
 * `ascii`: how many of 1,000 letters are a, b, … z; `letters`: others, with their number among 10,000. What stands in neither
 * comes by accident.
 */
function language(charsets: readonly string[], ascii: string, letters: string, words: string): LatinLanguage {
  const basic = ascii.split(' ').map((n, at) => [String.fromCharCode(0x61 + at), Number(n) / 1000] as const)
  const marked = [...letters.matchAll(/(\D)(\d+)/gu)].map(
    ([, letter = '', n]) => [letter, Number(n) / 10_000] as const,
  )
  return {
    charsets,
    letters: new Map(
      [...basic, ...marked]
        .filter(([, share]) => share > 0)
        .map(([letter, share]) => [letter, Math.log(share)]),
    ),
    words: new Set(words.split(' ')),
  }
}

export const latinLanguages: readonly LatinLanguage[] = [
  // French
  language(
    western,
    '76 9 33 37 147 11 9 7 75 6 1 55 30 71 58 25 14 67 79 72 63 18 1 4 1 3',
    'é190è30ê20à50ù5ç10î5ô6û5ë2ï2â5œ2æ1',
    'de la le et les des en un du une que est pour qui dans a par plus pas au sur ne se ce il sont avec son nous vous je été cette même à où être très après',
  ),
  // German
  language(
    western,
    '65 19 27 51 164 17 30 46 66 3 14 34 25 98 26 7 0 70 73 62 42 8 19 0 0 11',
    'ä55ö30ü65ß30é1',
    'der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat dass sie nach wird bei wir ich haben sind über können würde möchte',
  ),
  // Spanish
  language(
    western,
    '115 22 40 50 122 7 18 7 62 5 0 50 32 67 87 25 9 69 80 46 29 11 0 2 10 5',
    'á50é45í70ó85ú15ñ30ü2',
    'de la que el en y a los del se las por un para con no una su al es lo como más pero sus le ya o este ha sí porque esta entre cuando muy sin sobre también me hasta hay donde está años señor',
  ),
  // Portuguese
  language(
    western,
    '146 10 39 50 126 10 13 8 62 4 0 28 47 44 97 25 12 65 68 43 36 16 0 3 0 5',
    'ã75á40â10à12ç55é40ê40í20ó30ô6õ12ú15ü1',
    'de a o que e do da em um para com não uma os no se na por mais as dos como mas ao ele das à seu sua ou quando muito nos já eu também só pelo pela até isso são você está',
  ),
  // Italian
  language(
    western,
    '117 9 45 37 118 12 16 6 101 0 0 65 25 69 98 31 5 64 50 56 30 21 0 0 0 12',
    'à60è35é6ì5ò10ù15',
    'di e che il la in un a per non una del con si è i le da al come sono dei nel alla più della anche ma ha gli delle se questo perché così già può',
  ),
  // Dutch
  language(
    western,
    '75 16 12 59 189 8 34 24 65 15 22 36 22 100 61 16 0 64 37 68 20 29 15 0 0 14',
    'ë20é12ï8è3ö2ü2ç1',
    'de het van een en in is dat op te zijn met voor niet aan er om ook als dan maar bij of uit nog worden door naar heeft wordt één',
  ),
  // Catalan
  language(
    western,
    '120 14 36 40 130 9 10 6 70 4 0 65 30 65 55 28 12 70 80 60 40 16 0 7 3 1',
    'à60è30é50í35ï5ò25ó50ú20ü5ç15·2',
    'de la i el que a en les un per del els una amb es no al són dels com més ha aquest si també va però quan aquesta ser molt són què',
  ),
  // Swedish
  language(
    western,
    '94 15 15 47 101 20 29 21 58 6 31 53 35 85 45 18 0 84 66 77 19 24 1 2 7 1',
    'å140ä160ö130é5',
    'och i att det som en på är av för med den till inte har de om ett vi jag var kan man så men från ska eller när också där efter',
  ),
  // Danish and Norwegian
  language(
    western,
    '60 20 6 59 155 24 41 16 60 7 34 52 32 72 46 18 0 90 58 69 20 23 1 0 7 0',
    'å120æ80ø90é3ö1ä1',
    'og i at det som en på er av for med den til ikke har de om et vi jeg var kan man så men fra skal eller når også der efter af være blir',
  ),
  // Finnish
  language(
    western,
    '122 3 3 10 80 2 4 19 108 20 50 58 32 88 56 18 0 29 79 88 50 23 1 0 17 1',
    'ä360ö45å2é1š1',
    'ja on ei että se oli hän mutta ovat kuin myös tai joka jos niin kun mukaan sen sekä ole voi olla tämä jo vain ne siitä',
  ),
  // Icelandic
  language(
    western,
    '101 10 0 16 64 30 42 19 76 11 33 45 40 77 22 8 0 86 56 50 46 24 0 0 9 0',
    'á180ð440é65í160ó100ú60ý25þ140æ90ö80',
    'og að í á sem er til um við en það var með ekki af fyrir hann ég hefur eru því þess þá verið hafa eftir',
  ),
  // Polish
  language(
    central,
    '89 15 39 33 77 3 14 11 82 23 35 21 28 55 77 31 0 47 43 40 25 0 47 0 38 56',
    'ą99ć40ę111ł182ń20ó85ś66ź6ż83',
    'i w nie na się z do to że jest o jak a po ale od za co tak przez dla tego czy są jego już był może było przy oraz pan będzie które który tylko jeszcze proszę',
  ),
  // Czech
  language(
    central,
    '84 8 7 35 76 1 1 14 61 14 29 38 24 65 67 19 0 48 52 57 22 53 0 0 10 16',
    'á220č95ď2é110ě160í320ň8ó3ř120š80ť4ú10ů70ý100ž100',
    'a se v na je že o s z do i to k ve pro za by ale si po jako od už jsem aby tak při jsou které podle který bude nebo není můžete až však jeho dne jejich',
  ),
  // Slovak
  language(
    central,
    '95 16 25 33 80 2 3 22 60 20 40 40 34 60 93 30 0 47 48 47 27 46 0 1 16 20',
    'á160ä10č100ď20é70í100ĺ1ľ60ň20ó15ô20ŕ1š80ť50ú90ý110ž100',
    'a sa v na je že o s z do i to k vo pre za by ale si po ako od už som aby tak pri sú ktoré podľa ktorý bude alebo nie môžete až však jeho dňa ich',
  ),
  // Hungarian
  language(
    central,
    '89 19 7 19 99 9 34 15 44 12 49 62 34 59 44 10 0 40 66 74 11 19 0 0 26 44',
    'á340é340í60ó100ö100ő100ú30ü60ű20',
    'a az és hogy nem is egy ez meg volt de csak van mint már ha még el azt kell lehet vagy fel ki ezt amely után minden több szerint kérem lesz',
  ),
  // Romanian, whose letters with a comma had a cedilla in this charset
  language(
    central,
    '100 11 53 35 115 12 10 5 100 2 1 45 31 65 41 32 0 68 44 60 62 12 0 1 1 7',
    'ă220â90î60ş100ţ100',
    'de şi în a la cu să pe o un care din că nu este pentru mai al ce se fi prin sau le au lui dar sunt ale ca fost după acest această când poate dumneavoastră vă',
  ),
  // Croatian, Bosnian, Serbian in Latin letters
  language(
    central,
    '115 15 8 37 84 3 16 9 98 51 36 33 31 66 90 29 0 54 56 48 43 35 0 0 0 17',
    'č90ć60đ25š80ž50',
    'i u je se na da su za od s o a koji što iz bi kao ne će koja samo koje ili to do po nije ali kako sve sam biti bio više može treba te',
  ),
  // Slovene
  language(
    central,
    '105 19 7 34 107 1 16 10 90 47 37 53 33 63 91 34 0 50 51 43 19 38 0 0 0 21',
    'č130š100ž70ć1đ1',
    'in je v se na da za so ki z pa s po tudi ne od bi kot še o do že iz ali več ker bo pri le lahko sem ga ter ni bil če',
  ),
  // Turkish
  language(
    turkish,
    '119 28 10 47 89 5 13 12 86 0 47 59 38 75 25 9 0 67 30 33 32 10 0 0 33 15',
    'ç110ğ110ı510İ20ö80ş180ü180â5î1û1',
    've bir bu da de için ile olarak olan daha çok o ne en gibi kadar ben var sonra her ama olduğu değil mi ise yok şey iki ya ki göre lütfen sayın',
  ),
  // Lithuanian
  language(
    baltic,
    '112 14 4 25 56 3 17 1 131 21 43 32 36 51 67 26 0 56 79 58 46 24 0 0 13 3',
    'ą80č40ę20ė160į60š110ų120ū50ž80',
    'ir kad į iš yra su tai o bet jis buvo ar kaip apie dėl nuo už po jo per tik dar taip prie ne jau man savo labai gali bus mes jūs prašome turi',
  ),
  // Latvian
  language(
    baltic,
    '110 15 10 29 61 3 14 2 90 21 37 34 33 44 41 26 0 54 80 59 48 27 0 0 0 18',
    'ā400č20ē180ģ20ī180ķ20ļ30ņ40š90ū60ž20',
    'un ir ar no uz par ka kas tas ko arī to bet vai kā pie lai nav es tā viņš jau pēc bija gan līdz tiek būs var mēs ja lūdzu savu pa',
  ),
  // Estonian
  language(
    baltic,
    '122 11 1 42 117 2 18 16 95 16 49 62 38 49 38 17 0 36 85 66 54 22 0 0 0 1',
    'ä120õ100ö30ü80š2ž2',
    'ja on ei et see oli kui ka ta mis ning oma aga kes seda või välja ma siis veel nii pole üle me mitte olen palun kuid',
  ),
]
