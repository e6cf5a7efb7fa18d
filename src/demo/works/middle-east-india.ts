/**
 * Works from Mesopotamia, the Arab and Persian worlds, India and Central Asia. Column meanings: `parse-table.ts`.
 */
export const MIDDLE_EASTERN_INDIAN_AUTHORS = `
valmiki | 발미키 | Valmiki | वाल्मीकि | | | | 인도의 전설적인 시인이다.
vyasa | 비아사 | Vyasa | व्यास | | | | 인도의 전설적인 성자이자 시인이다.
kautilya | 카우틸랴 | Kautilya | कौटिल्य | | | | 마우리아 왕조의 재상으로 전해진다.
ashvaghosha | 아슈바고샤 | Ashvaghosha | अश्वघोष | | | | 인도의 불교 시인으로, 한자 이름은 마명이다.
kalidasa | 칼리다사 | Kalidasa | कालिदास | | | | 고대 인도의 산스크리트 시인이자 극작가이다.
ibn-al-muqaffa | 이븐 알무카파 | Ibn al-Muqaffa | ابن المقفع | | | | 페르시아 출신의 아랍 산문 작가이다.
ferdowsi | 피르다우시 | Ferdowsi | فردوسی | ~940 | ~1020 | | 페르시아의 서사시인이다.
ibn-sina | 이븐 시나 | Avicenna | ابن سينا | 980 | 1037 | | 의사이자 철학자로, 라틴어 이름은 아비켄나이다.
khayyam | 오마르 하이얌 | Omar Khayyam | عمر خیام | 1048 | 1131 | | 페르시아의 수학자이자 천문학자, 시인이다.
ibn-tufail | 이븐 투파일 | Ibn Tufail | ابن طفيل | ~1105 | 1185 | | 안달루시아의 의사이자 철학자이다.
attar | 파리드 웃딘 아타르 | Attar of Nishapur | عطار نیشابوری | ~1145 | ~1221 | | 페르시아의 신비주의 시인이다.
nizami | 니자미 간자비 | Nizami Ganjavi | نظامی گنجوی | ~1141 | 1209 | | 페르시아어로 쓴 서사시인이다.
rumi | 잘랄 웃딘 루미 | Rumi | جلال‌الدین محمد رومی | 1207 | 1273 | | 페르시아어로 쓴 신비주의 시인이다.
saadi | 사디 | Saadi Shirazi | سعدی شیرازی | ~1210 | ~1291 | | 시라즈 출신의 페르시아 시인이다.
hafez | 하피즈 | Hafez | حافظ شیرازی | ~1325 | ~1390 | | 시라즈 출신의 페르시아 서정시인이다.
ibn-battuta | 이븐 바투타 | Ibn Battuta | ابن بطوطة | 1304 | ~1368 | | 모로코 탕헤르 출신의 여행가이다.
ibn-khaldun | 이븐 할둔 | Ibn Khaldun | ابن خلدون | 1332 | 1406 | | 튀니스 출신의 역사가이다.
tagore | 라빈드라나트 타고르 | Rabindranath Tagore | রবীন্দ্রনাথ ঠাকুর | 1861 | 1941 | | 아시아에서 처음으로 노벨 문학상을 받은 벵골의 시인이다.
gandhi | 모한다스 카람찬드 간디 | Mohandas Karamchand Gandhi | મોહનદાસ કરમચંદ ગાંધી | 1869 | 1948 | | 비폭력 저항을 이끈 인도의 독립운동가이다.
premchand | 프렘찬드 | Premchand | प्रेमचंद | 1880 | 1936 | | 힌디어와 우르두어로 쓴 인도의 소설가이다.
gibran | 칼릴 지브란 | Kahlil Gibran | جبران خليل جبران | 1883 | 1931 | | 레바논 태생으로 미국에서 활동한 작가이자 화가이다.
`;

export const MIDDLE_EASTERN_INDIAN_WORKS = `
길가메시 서사시 | The Epic of Gilgamesh | ša naqba īmuru | | BC2천년기 | akk | epic | 벗을 잃은 우루크의 왕 길가메시가 영원한 생명을 찾아 떠나는 메소포타미아의 서사시이다.
리그베다 | Rigveda | ऋग्वेद | | BC2천년기 | sa | religion
우파니샤드 | The Upanishads | उपनिषद् | | BC1천년기 | sa | religion
바가바드 기타 | Bhagavad Gita | भगवद्गीता | | BC1천년기 | sa | religion | 전쟁터에서 망설이는 아르주나에게 크리슈나가 들려준 가르침이다.
마하바라타 | Mahabharata | महाभारतम् | vyasa | BC4세기 | sa | epic | 판다바와 카우라바, 사촌 사이인 두 집안의 왕위 다툼을 노래한 인도의 대서사시이다.
라마야나 | Ramayana | रामायणम् | valmiki | BC5세기 | sa | epic | 추방된 왕자 라마가 마왕 라바나에게 잡혀간 아내 시타를 되찾는다.
법구경 | The Dhammapada | Dhammapada | | BC3세기 | pi | religion | 마음을 다스리는 붓다의 말씀을 짧은 시구로 모은 경전이다.
숫타니파타 | Sutta Nipata | Suttanipāta | | BC3세기 | pi | religion
아르타샤스트라 | Arthashastra | अर्थशास्त्रम् | kautilya | BC3세기 | sa | politics
붓다차리타 | Buddhacharita | बुद्धचरितम् | ashvaghosha | 2세기 | sa | religion
판차탄트라 | Panchatantra | पञ्चतन्त्रम् | | BC3세기 | sa | folk-tale | 왕자들에게 세상 사는 지혜를 가르치려 지었다는 인도의 우화집이다.
샤쿤탈라 | The Recognition of Shakuntala | अभिज्ञानशाकुन्तलम् | kalidasa | 5세기 | sa | drama | 잃어버린 반지 때문에 왕에게 잊힌 샤쿤탈라가 다시 사랑을 찾는다.
메가두타 | The Cloud Messenger | मेघदूतम् | kalidasa | 5세기 | sa | world-poem
칼릴라와 딤나 | Kalila and Dimna | كليلة ودمنة | ibn-al-muqaffa | 8세기 | ar | folk-tale
천일야화 | One Thousand and One Nights | ألف ليلة وليلة | | 중세 | ar | world-novel | 셰에라자드가 목숨을 지키려 왕에게 밤마다 들려준 이야기들이다.
샤나메 | Shahnameh | شاهنامه | ferdowsi | 1010 | fa | epic | 페르시아의 왕들과 영웅 로스탐의 이야기를 담은 왕의 책이다.
의학정전 | The Canon of Medicine | القانون في الطب | ibn-sina | 1025 | ar | medicine
루바이야트 | Rubaiyat | رباعیات | khayyam | 11세기 | fa | world-poem | 덧없는 삶과 술잔을 노래한 네 줄짜리 시 모음이다.
하이 이븐 야크잔 | Hayy ibn Yaqzan | حي بن يقظان | ibn-tufail | 12세기 | ar | world-novel
새들의 회의 | The Conference of the Birds | منطق‌الطیر | attar | 1177 | fa | world-poem
레일라와 마즈눈 | Layla and Majnun | لیلی و مجنون | nizami | 1188 | fa | world-poem
몽골 비사 | The Secret History of the Mongols | Монголын нууц товчоо | | ~1240 | mn | asia-history
굴리스탄 | The Rose Garden | گلستان | saadi | 1258 | fa | world-essay
마스나비 | Masnavi | مثنوی معنوی | rumi | 13세기 | fa | world-poem
하피즈 시집 | The Divan of Hafez | دیوان حافظ | hafez | 14세기 | fa | world-poem
이븐 바투타 여행기 | The Travels of Ibn Battuta | رحلة ابن بطوطة | ibn-battuta | 1355 | ar | travelogue
무깟디마 | Muqaddimah | المقدمة | ibn-khaldun | 1377 | ar | asia-history | 왕조의 흥망에서 문명의 이치를 찾으려 한 역사 서설이다.
기탄잘리 | Gitanjali | গীতাঞ্জলি | tagore | 1910 | bn | world-poem | 님에게 바치는 노래를 모은 벵골어 시집이다.
고라 | Gora | গোরা | tagore | 1910 | bn | world-novel
부러진 날개 | Broken Wings | الأجنحة المتكسرة | gibran | 1912 | ar | world-novel
우체국 | The Post Office | ডাকঘর | tagore | 1912 | bn | drama
집과 세계 | The Home and the World | ঘরে বাইরে | tagore | 1916 | bn | world-novel
예언자 | The Prophet | = | gibran | 1923 | en | world-poem | 떠나는 예언자가 사랑과 결혼, 일과 자유에 대한 사람들의 물음에 답한다.
간디 자서전 | The Story of My Experiments with Truth | સત્યના પ્રયોગો | gandhi | 1927 | gu | biography
고단 | Godaan | गोदान | premchand | 1936 | hi | world-novel
`;
