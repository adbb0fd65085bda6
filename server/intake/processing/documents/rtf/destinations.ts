/** Groups of RTF that are no part of the running text, and what is done with what they hold. */

/**
 * `flow`: text where it stands; `aside`: text that stands beside the paragraph; `capture`: collected and used when the
 * group ends; `pass`: its own text is nothing to read, what groups inside say may be; `skip`: nothing in it is read.
 */
export type Treatment = 'flow' | 'aside' | 'capture' | 'pass' | 'skip'

const words = (list: string): readonly string[] => list.split(' ')

export const destinations: ReadonlyMap<string, Treatment> = new Map([
  ...words('fldrslt result listtext pntext shpinst shppict nesttableprops').map(
    (word) => [word, 'flow'] as const,
  ),
  ...words(
    'header headerl headerr headerf footer footerl footerr footerf footnote annotation shptxt dptxbxtext ftncn aftncn',
  ).map((word) => [word, 'aside'] as const),
  ...words(
    'fldinst atnauthor objdata objname objclass sn sv title subject author manager company operator category keywords comment doccomm hlinkbase generator propname staticval xe tc template docvar ffname ffdeftext fthelptext ffhelptext ffstattext ffl',
  ).map((word) => [word, 'capture'] as const),
  ...words(
    'info creatim revtim printim buptim userprops pict picprop sp field object formfield datafield fonttbl',
  ).map((word) => [word, 'pass'] as const),
  ...words(
    'colortbl stylesheet nonshppict nonesttables shprslt xmlnstbl rsidtbl listtable listoverridetable revtbl filetbl themedata colorschememapping latentstyles datastore bkmkstart bkmkend atnid atnref atndate atnparent atrfstart atrfend blipuid panose falt fontemb pnseclvl pntxta pntxtb mmathPr ftnsep ftnsepc aftnsep aftnsepc private do list listlevel listname leveltext levelnumbers listoverride lfolevel',
  ).map((word) => [word, 'skip'] as const),
])
