// Who is in the demo besides the three accounts: first name | last name, one person a line, in the order they joined.
// From many communities on purpose; apostrophes, hyphens, accents and one very long name test search and layouts.
import { parseTable } from './table.ts';

const names = (table: string) =>
  parseTable(table, 2).map(([firstName = '', lastName = '']) => ({ firstName, lastName }));

/** The people behind the three accounts of accounts.ts. */
export const accountHolders = {
  admin: { firstName: 'Amina', lastName: 'Hassan', phone: '254700000001' },
  user: { firstName: 'Otieno', lastName: 'Odhiambo', phone: '254700000002' },
  supplier: { firstName: 'Wanjiku', lastName: 'Kamau', phone: '254700000003' },
} as const;

export const otherAdmins = names(`
  Kipchumba | Koech
  Faith     | Mwende
`);

/** First name | last name | the companies they belong to, by their keys in companies.ts. */
export const otherSuppliers = parseTable(
  `
  Salim      | Mbarak       | pwani
  Hitesh     | Patel        | simba
  Chepkemoi  | Rotich       | bonde
  Njoroge    | Ng'ang'a     | nyota
  Akinyi     | Ouma         | ziwa
  Mutua      | Musyoka      | jiko
  Jepkosgei  | Cheruiyot    | nyanda
  Zainab     | Abdalla      | jua
  Muthoni    | Gichuru      | mapambo
  Kathambi   | M'Imanyara   | elimu
  Nakhumicha | Wafula       | wakulima
  Barasa     | Simiyu       | wakulima
  Ole Sadera | Nkaissery    | bonde nyanda
`,
  3,
).map(([firstName = '', lastName = '', keys = '']) => ({ firstName, lastName, companies: keys.split(' ') }));

export const customers = names(`
  Achieng            | Onyango
  Kamau              | Mwangi
  Fatuma             | Mohamed
  Kiprono            | Langat
  Nduku              | Mutiso
  Nafula             | Wekesa
  Moraa              | Nyaboke
  Juma               | Mwakio
  Naserian           | Ole Kaparo
  Wambui             | Karanja
  Ochieng            | Okoth
  Kerubo             | Ombati
  Abdirahman         | Noor
  Chebet             | Kiplagat
  Mwikali            | Kilonzo
  Makena             | Kirimi
  Kadzo              | Katana
  Ekai               | Lokwang
  Priya              | Shah
  Njeri              | Wachira
  Odongo             | Ogutu
  Halima             | Guyo
  Wangari            | Maina
  Shikuku            | Masinde
  Jerono             | Bett
  Musa               | Lekuton
  Nyokabi            | Thuo
  Atieno             | Owino
  Mumbua             | Nzioka
  Gatwiri            | Muriuki
  Baraka             | Mwadime
  Syombua            | Kyalo
  Khadija            | Ali
  Bosibori           | Momanyi
  Wairimu            | Kĩng'ori
  Lemayian           | Sankale
  Anyango            | Ajwang'
  Mbugua             | Kinyanjui
  Gladys             | Jeptoo-Korir
  Pendo              | Charo
  Maria-Immaculata Nyambura | wa Gathecha-Kĩng'ang'i Mwangi-Ndirangu
  Amani              | Juma
`);

/** Left during the last weeks: hidden from the lists, but their orders and payments stay. */
export const leavers = names(`
  Wekulo | Nasimiyu
  Hussein | Adan
`);
