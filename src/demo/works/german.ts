/**
 * Works written in German. Column meanings: `parse-table.ts`.
 */
export const GERMAN_AUTHORS = `
kant | 이마누엘 칸트 | Immanuel Kant | = | 1724 | 1804 | | 쾨니히스베르크에서 평생을 보낸 독일의 철학자이다.
lessing | 고트홀트 에프라임 레싱 | Gotthold Ephraim Lessing | = | 1729 | 1781 | | 독일의 극작가이자 비평가이다.
goethe | 요한 볼프강 폰 괴테 | Johann Wolfgang von Goethe | = | 1749 | 1832 | | 독일의 시인이자 극작가, 소설가이다.
schiller | 프리드리히 실러 | Friedrich Schiller | = | 1759 | 1805 | 도적 떼 | 독일의 극작가이자 시인이다.
holderlin | 프리드리히 횔덜린 | Friedrich Hölderlin | = | 1770 | 1843 | | 고대 그리스를 동경한 독일의 시인이다.
hegel | 게오르크 빌헬름 프리드리히 헤겔 | Georg Wilhelm Friedrich Hegel | = | 1770 | 1831 | | 변증법으로 이름난 독일의 철학자이다.
novalis | 노발리스 | Novalis | = | 1772 | 1801 | | 본명은 프리드리히 폰 하르덴베르크로, 독일의 낭만주의 시인이다.
hoffmann | 에른스트 테오도어 아마데우스 호프만 | E. T. A. Hoffmann | = | 1776 | 1822 | | 독일의 낭만주의 소설가이자 작곡가이다.
kleist | 하인리히 폰 클라이스트 | Heinrich von Kleist | = | 1777 | 1811 | | 독일의 극작가이자 소설가이다.
clausewitz | 카를 폰 클라우제비츠 | Carl von Clausewitz | = | 1780 | 1831 | | 프로이센의 군인이자 군사 이론가이다.
jacob-grimm | 야코프 그림 | Jacob Grimm | = | 1785 | 1863 | | 민담을 모은 독일의 언어학자로, 그림 형제의 형이다.
wilhelm-grimm | 빌헬름 그림 | Wilhelm Grimm | = | 1786 | 1859 | | 민담을 모은 독일의 언어학자로, 그림 형제의 아우이다.
schopenhauer | 아르투어 쇼펜하우어 | Arthur Schopenhauer | = | 1788 | 1860 | | 세계를 의지로 본 독일의 철학자이다.
heine | 하인리히 하이네 | Heinrich Heine | = | 1797 | 1856 | | 파리에서 망명 생활을 한 독일의 시인이다.
buchner | 게오르크 뷔히너 | Georg Büchner | = | 1813 | 1837 | | 스물셋에 세상을 떠난 독일의 극작가이다.
storm | 테오도어 슈토름 | Theodor Storm | = | 1817 | 1888 | | 북독일의 바다를 그린 소설가이자 시인이다.
marx | 카를 마르크스 | Karl Marx | = | 1818 | 1883 | | 자본주의를 분석한 독일의 사상가이다.
burckhardt | 야코프 부르크하르트 | Jacob Burckhardt | = | 1818 | 1897 | | 스위스의 역사가이다.
fontane | 테오도어 폰타네 | Theodor Fontane | = | 1819 | 1898 | | 독일의 사실주의 소설가이다.
keller | 고트프리트 켈러 | Gottfried Keller | = | 1819 | 1890 | | 스위스의 소설가이자 시인이다.
engels | 프리드리히 엥겔스 | Friedrich Engels | = | 1820 | 1895 | | 마르크스의 동료였던 독일의 사상가이다.
spyri | 요하나 슈피리 | Johanna Spyri | = | 1827 | 1901 | | 스위스의 아동문학가이다.
nietzsche | 프리드리히 니체 | Friedrich Nietzsche | = | 1844 | 1900 | 비극의 탄생 | 낡은 가치를 뒤엎으려 한 독일의 철학자이다.
freud | 지크문트 프로이트 | Sigmund Freud | = | 1856 | 1939 | | 정신분석학을 창시한 오스트리아의 의사이다.
simmel | 게오르크 지멜 | Georg Simmel | = | 1858 | 1918 | | 독일의 사회학자이자 철학자이다.
schnitzler | 아르투어 슈니츨러 | Arthur Schnitzler | = | 1862 | 1931 | | 의사였던 오스트리아의 극작가이자 소설가이다.
wedekind | 프랑크 베데킨트 | Frank Wedekind | = | 1864 | 1918 | | 독일의 극작가이다.
max-weber | 막스 베버 | Max Weber | = | 1864 | 1920 | | 독일의 사회학자이자 경제사가이다.
adler | 알프레트 아들러 | Alfred Adler | = | 1870 | 1937 | | 개인심리학을 세운 오스트리아의 의사이다.
rilke | 라이너 마리아 릴케 | Rainer Maria Rilke | = | 1875 | 1926 | | 프라하에서 태어난 독일어권의 시인이다.
thomas-mann | 토마스 만 | Thomas Mann | = | 1875 | 1955 | | 노벨 문학상을 받은 독일의 소설가이다.
einstein | 알베르트 아인슈타인 | Albert Einstein | = | 1879 | 1955 | | 상대성 이론을 세운 독일 태생의 물리학자이다.
musil | 로베르트 무질 | Robert Musil | = | 1880 | 1942 | 생도 퇴를레스의 혼란 | 오스트리아의 소설가이다.
zweig | 슈테판 츠바이크 | Stefan Zweig | = | 1881 | 1942 | | 오스트리아의 소설가이자 전기 작가이다.
kafka | 프란츠 카프카 | Franz Kafka | = | 1883 | 1924 | 관찰 | 프라하에서 독일어로 쓴 소설가이다.
trakl | 게오르크 트라클 | Georg Trakl | = | 1887 | 1914 | 시집 | 오스트리아의 표현주의 시인이다.
wittgenstein | 루트비히 비트겐슈타인 | Ludwig Wittgenstein | = | 1889 | 1951 | 논리-철학 논고 | 오스트리아 태생의 철학자이다.
benjamin | 발터 벤야민 | Walter Benjamin | = | 1892 | 1940 | | 독일의 비평가이자 철학자이다.
joseph-roth | 요제프 로트 | Joseph Roth | = | 1894 | 1939 | | 오스트리아의 소설가이자 기자이다.
borchert | 볼프강 보르헤르트 | Wolfgang Borchert | = | 1921 | 1947 | | 전쟁의 상처를 그리고 요절한 독일의 작가이다.
`;

export const GERMAN_WORKS = `
니벨룽겐의 노래 | The Song of the Nibelungs | Das Nibelungenlied | | ~1200 | de | epic | 용을 물리친 지크프리트의 죽음과 크림힐트의 복수를 노래한다.
젊은 베르테르의 슬픔 | The Sorrows of Young Werther | Die Leiden des jungen Werthers | goethe | 1774 | de | de-novel | 약혼자가 있는 로테를 사랑하게 된 청년 베르테르가 벗에게 보낸 편지로 이루어진 소설이다.
현자 나탄 | Nathan the Wise | Nathan der Weise | lessing | 1779 | de | drama
순수이성비판 | Critique of Pure Reason | Kritik der reinen Vernunft | kant | 1781 | de | west-phil | 우리는 무엇을 알 수 있는가를 물으며 이성의 능력과 한계를 가린다.
도적 떼 | The Robbers | Die Räuber | schiller | 1781 | de | drama
윤리형이상학 정초 | Groundwork of the Metaphysics of Morals | Grundlegung zur Metaphysik der Sitten | kant | 1785 | de | west-phil
실천이성비판 | Critique of Practical Reason | Kritik der praktischen Vernunft | kant | 1788 | de | west-phil
판단력비판 | Critique of Judgment | Kritik der Urteilskraft | kant | 1790 | de | west-phil
영구 평화론 | Perpetual Peace | Zum ewigen Frieden | kant | 1795 | de | politics
빌헬름 마이스터의 수업시대 | Wilhelm Meister's Apprenticeship | Wilhelm Meisters Lehrjahre | goethe | 1795 | de | de-novel
히페리온 | Hyperion | = | holderlin | 1797 | de | de-novel
푸른 꽃 | Heinrich von Ofterdingen | = | novalis | 1802 | de | de-novel
빌헬름 텔 | William Tell | Wilhelm Tell | schiller | 1804 | de | drama
정신현상학 | The Phenomenology of Spirit | Phänomenologie des Geistes | hegel | 1807 | de | west-phil
파우스트 | Faust | Faust. Eine Tragödie | goethe | 1808 | de | drama | 모든 학문에 절망한 파우스트가 악마 메피스토펠레스와 영혼을 건 계약을 맺는다.
깨진 항아리 | The Broken Jug | Der zerbrochne Krug | kleist | 1808 | de | drama
친화력 | Elective Affinities | Die Wahlverwandtschaften | goethe | 1809 | de | de-novel
미하엘 콜하스 | Michael Kohlhaas | = | kleist | 1810 | de | de-novel
그림 동화 | Grimms' Fairy Tales | Kinder- und Hausmärchen | jacob-grimm, wilhelm-grimm | 1812 | de | folk-tale | 백설 공주와 헨젤과 그레텔을 비롯하여 그림 형제가 모은 독일의 옛이야기이다.
모래 사나이 | The Sandman | Der Sandmann | hoffmann | 1816 | de | de-novel
호두까기 인형과 생쥐 왕 | The Nutcracker and the Mouse King | Nußknacker und Mausekönig | hoffmann | 1816 | de | child-classic | 성탄 전야, 마리의 호두까기 인형이 생쥐 왕의 군대와 싸운다.
이탈리아 기행 | Italian Journey | Italienische Reise | goethe | 1816 | de | travelogue
의지와 표상으로서의 세계 | The World as Will and Representation | Die Welt als Wille und Vorstellung | schopenhauer | 1818 | de | west-phil
법철학 | Elements of the Philosophy of Right | Grundlinien der Philosophie des Rechts | hegel | 1820 | de | west-phil
노래의 책 | Book of Songs | Buch der Lieder | heine | 1827 | de | world-poem
전쟁론 | On War | Vom Kriege | clausewitz | 1832 | de | politics
당통의 죽음 | Danton's Death | Dantons Tod | buchner | 1835 | de | drama
독일. 겨울 동화 | Germany. A Winter's Tale | Deutschland. Ein Wintermärchen | heine | 1844 | de | world-poem
공산당 선언 | The Communist Manifesto | Manifest der Kommunistischen Partei | marx, engels | 1848 | de | politics
임멘 호수 | Immensee | = | storm | 1849 | de | de-novel
소품과 부록 | Parerga and Paralipomena | Parerga und Paralipomena | schopenhauer | 1851 | de | west-phil
녹색의 하인리히 | Green Henry | Der grüne Heinrich | keller | 1854 | de | de-novel
이탈리아 르네상스의 문화 | The Civilization of the Renaissance in Italy | Die Kultur der Renaissance in Italien | burckhardt | 1860 | de | west-history
자본론 | Capital | Das Kapital | marx | 1867 | de | econ-thought | 상품에서 출발하여 자본주의의 움직임을 파헤친다.
비극의 탄생 | The Birth of Tragedy | Die Geburt der Tragödie aus dem Geiste der Musik | nietzsche | 1872 | de | west-phil
보이체크 | Woyzeck | = | buchner | 1879 | de | drama
하이디 | Heidi | Heidis Lehr- und Wanderjahre | spyri | 1880 | de | child-classic | 알프스 산골의 할아버지와 사는 소녀 하이디가 도시에 갔다가 다시 산으로 돌아온다.
즐거운 학문 | The Gay Science | Die fröhliche Wissenschaft | nietzsche | 1882 | de | west-phil
차라투스트라는 이렇게 말했다 | Thus Spoke Zarathustra | Also sprach Zarathustra | nietzsche | 1883 | de | west-phil | 산에서 내려온 차라투스트라가 신의 죽음과 초인을 가르친다.
선악의 저편 | Beyond Good and Evil | Jenseits von Gut und Böse | nietzsche | 1886 | de | west-phil
도덕의 계보 | On the Genealogy of Morality | Zur Genealogie der Moral | nietzsche | 1887 | de | west-phil
백마의 기수 | The Rider on the White Horse | Der Schimmelreiter | storm | 1888 | de | de-novel
눈뜨는 봄 | Spring Awakening | Frühlings Erwachen | wedekind | 1891 | de | drama
에피 브리스트 | Effi Briest | = | fontane | 1895 | de | de-novel
꿈의 해석 | The Interpretation of Dreams | Die Traumdeutung | freud | 1899 | de | psychology | 꿈은 소망의 성취라는 생각에서 출발하여 무의식으로 들어가는 길을 연다.
돈의 철학 | The Philosophy of Money | Philosophie des Geldes | simmel | 1900 | de | sociology
부덴브로크가의 사람들 | Buddenbrooks | Buddenbrooks. Verfall einer Familie | thomas-mann | 1901 | de | de-novel | 뤼베크의 곡물 상인 집안이 네 세대에 걸쳐 기울어 가는 이야기이다.
토니오 크뢰거 | Tonio Kröger | = | thomas-mann | 1903 | de | de-novel
프로테스탄트 윤리와 자본주의 정신 | The Protestant Ethic and the Spirit of Capitalism | Die protestantische Ethik und der Geist des Kapitalismus | max-weber | 1905 | de | sociology
생도 퇴를레스의 혼란 | The Confusions of Young Törless | Die Verwirrungen des Zöglings Törleß | musil | 1906 | de | de-novel
이 사람을 보라 | Ecce Homo | = | nietzsche | 1908 | de | west-phil
말테의 수기 | The Notebooks of Malte Laurids Brigge | Die Aufzeichnungen des Malte Laurids Brigge | rilke | 1910 | de | de-novel
베네치아에서의 죽음 | Death in Venice | Der Tod in Venedig | thomas-mann | 1912 | de | de-novel
트라클 시집 | Poems | Gedichte | trakl | 1913 | de | world-poem
변신 | The Metamorphosis | Die Verwandlung | kafka | 1915 | de | de-novel | 어느 아침 벌레로 변해 깨어난 그레고르 잠자가 가족에게서 점점 멀어진다.
정신분석 강의 | Introduction to Psychoanalysis | Vorlesungen zur Einführung in die Psychoanalyse | freud | 1917 | de | psychology
상대성 이론: 특수 상대성 이론과 일반 상대성 이론 | Relativity: The Special and the General Theory | Über die spezielle und die allgemeine Relativitätstheorie | einstein | 1917 | de | physics | 상대성 이론의 뜻을 수식을 줄이고 예를 들어 풀이한 책이다.
직업으로서의 학문 | Science as a Vocation | Wissenschaft als Beruf | max-weber | 1919 | de | sociology
직업으로서의 정치 | Politics as a Vocation | Politik als Beruf | max-weber | 1919 | de | politics
논리-철학 논고 | Tractatus Logico-Philosophicus | Logisch-Philosophische Abhandlung | wittgenstein | 1921 | de | west-phil
모르는 여인의 편지 | Letter from an Unknown Woman | Brief einer Unbekannten | zweig | 1922 | de | de-novel
두이노의 비가 | Duino Elegies | Duineser Elegien | rilke | 1923 | de | world-poem
마의 산 | The Magic Mountain | Der Zauberberg | thomas-mann | 1924 | de | de-novel | 사촌을 만나러 알프스의 요양원에 간 한스 카스토르프가 일곱 해를 머문다.
소송 | The Trial | Der Process | kafka | 1925 | de | de-novel | 까닭도 모른 채 체포된 요제프 K가 알 수 없는 법정을 헤맨다.
성 | The Castle | Das Schloss | kafka | 1926 | de | de-novel | 측량사 K가 성에 들어가려 하지만 끝내 다다르지 못한다.
꿈의 노벨레 | Dream Story | Traumnovelle | schnitzler | 1926 | de | de-novel
인간 이해 | Understanding Human Nature | Menschenkenntnis | adler | 1927 | de | psychology
광기와 우연의 역사 | Decisive Moments in History | Sternstunden der Menschheit | zweig | 1927 | de | west-history
일방통행로 | One-Way Street | Einbahnstraße | benjamin | 1928 | de | world-essay
젊은 시인에게 보내는 편지 | Letters to a Young Poet | Briefe an einen jungen Dichter | rilke | 1929 | de | letters | 시를 써도 좋은지 묻는 청년에게 릴케가 고독과 삶에 대해 답한 편지 열 통이다.
문명 속의 불만 | Civilization and Its Discontents | Das Unbehagen in der Kultur | freud | 1930 | de | psychology
특성 없는 남자 | The Man Without Qualities | Der Mann ohne Eigenschaften | musil | 1930 | de | de-novel
라데츠키 행진곡 | Radetzky March | Radetzkymarsch | joseph-roth | 1932 | de | de-novel
체스 이야기 | Chess Story | Schachnovelle | zweig | 1942 | de | de-novel | 여객선에서 벌어진 체스 대국이 독방에 갇혔던 남자의 비밀을 드러낸다.
어제의 세계 | The World of Yesterday | Die Welt von Gestern | zweig | 1942 | de | biography
문밖에서 | The Man Outside | Draußen vor der Tür | borchert | 1947 | de | drama
철학적 탐구 | Philosophical Investigations | Philosophische Untersuchungen | wittgenstein | 1953 | de | west-phil
`;
