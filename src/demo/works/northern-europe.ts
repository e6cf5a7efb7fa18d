/**
 * Works from Scandinavia, Finland, the Netherlands, and central and eastern Europe. Column meanings: `parse-table.ts`.
 */
export const NORTHERN_EUROPEAN_AUTHORS = `
snorri | 스노리 스툴루손 | Snorri Sturluson | = | 1179 | 1241 | | 아이슬란드의 시인이자 역사가이다.
mickiewicz | 아담 미츠키에비치 | Adam Mickiewicz | = | 1798 | 1855 | | 폴란드의 낭만주의 시인이다.
lonnrot | 엘리아스 뢴로트 | Elias Lönnrot | = | 1802 | 1884 | | 구전 민요를 모은 핀란드의 의사이자 언어학자이다.
andersen | 한스 크리스티안 안데르센 | Hans Christian Andersen | = | 1805 | 1875 | | 덴마크의 동화 작가이다.
kierkegaard | 쇠렌 키르케고르 | Søren Kierkegaard | = | 1813 | 1855 | | 실존의 물음을 던진 덴마크의 철학자이다.
shevchenko | 타라스 셰우첸코 | Taras Shevchenko | Тарас Шевченко | 1814 | 1861 | 코브자르 | 우크라이나의 시인이자 화가이다.
multatuli | 물타툴리 | Multatuli | = | 1820 | 1887 | | 본명은 에두아르트 다우어스 데커르로, 네덜란드의 소설가이다.
petofi | 페퇴피 샨도르 | Sándor Petőfi | Petőfi Sándor | 1823 | 1849 | | 헝가리의 국민 시인이다.
madach | 마다치 임레 | Imre Madách | Madách Imre | 1823 | 1864 | | 헝가리의 극작가이다.
ibsen | 헨리크 입센 | Henrik Ibsen | = | 1828 | 1906 | | 근대극을 연 노르웨이의 극작가이다.
bjornson | 비에른스티에르네 비에른손 | Bjørnstjerne Bjørnson | = | 1832 | 1910 | | 노벨 문학상을 받은 노르웨이의 작가이다.
kivi | 알렉시스 키비 | Aleksis Kivi | = | 1834 | 1872 | | 핀란드어로 쓴 소설가이자 극작가이다.
neruda | 얀 네루다 | Jan Neruda | = | 1834 | 1891 | | 체코의 시인이자 소설가이다.
sienkiewicz | 헨리크 시엔키에비치 | Henryk Sienkiewicz | = | 1846 | 1916 | | 노벨 문학상을 받은 폴란드의 소설가이다.
prus | 볼레스와프 프루스 | Bolesław Prus | = | 1847 | 1912 | | 폴란드의 소설가이자 언론인이다.
jacobsen | 옌스 페테르 야콥센 | Jens Peter Jacobsen | = | 1847 | 1885 | | 덴마크의 소설가이자 식물학자이다.
strindberg | 아우구스트 스트린드베리 | August Strindberg | = | 1849 | 1912 | | 스웨덴의 극작가이자 소설가이다.
eminescu | 미하이 에미네스쿠 | Mihai Eminescu | = | 1850 | 1889 | | 루마니아의 국민 시인이다.
lagerlof | 셀마 라겔뢰프 | Selma Lagerlöf | = | 1858 | 1940 | 예스타 베를링 이야기 | 여성으로는 처음으로 노벨 문학상을 받은 스웨덴의 소설가이다.
sholem-aleichem | 숄렘 알레이헴 | Sholem Aleichem | שלום עליכם | 1859 | 1916 | | 이디시어로 쓴 우크라이나 태생의 작가이다.
hamsun | 크누트 함순 | Knut Hamsun | = | 1859 | 1952 | | 노벨 문학상을 받은 노르웨이의 소설가이다.
reymont | 브와디스와프 레이몬트 | Władysław Reymont | = | 1867 | 1925 | | 노벨 문학상을 받은 폴란드의 소설가이다.
molnar | 몰나르 페렌츠 | Ferenc Molnár | Molnár Ferenc | 1878 | 1952 | | 헝가리의 극작가이자 소설가이다.
undset | 시그리드 운세트 | Sigrid Undset | = | 1882 | 1949 | | 노벨 문학상을 받은 노르웨이의 소설가이다.
hasek | 야로슬라프 하셰크 | Jaroslav Hašek | = | 1883 | 1923 | | 체코의 풍자 작가이다.
capek | 카렐 차페크 | Karel Čapek | = | 1890 | 1938 | | 로봇이라는 낱말을 세상에 알린 체코의 작가이다.
schulz | 브루노 슐츠 | Bruno Schulz | = | 1892 | 1942 | 계피색 가게들 | 폴란드의 소설가이자 화가이다.
`;

export const NORTHERN_EUROPEAN_WORKS = `
산문 에다 | The Prose Edda | Snorra Edda | snorri | ~1220 | is | myth | 오딘과 토르를 비롯한 북유럽 신들의 이야기와 시 짓는 법을 적었다.
헤임스크링글라 | Heimskringla | = | snorri | ~1230 | is | west-history
냘의 사가 | Njal's Saga | Brennu-Njáls saga | | 13세기 | is | nordic-novel
판 타데우시 | Pan Tadeusz | = | mickiewicz | 1834 | pl | epic
칼레발라 | The Kalevala | Kalevala | lonnrot | 1835 | fi | epic | 핀란드의 옛 노래를 모아 엮은 민족 서사시이다.
즉흥시인 | The Improvisatore | Improvisatoren | andersen | 1835 | da | nordic-novel
인어 공주 | The Little Mermaid | Den lille Havfrue | andersen | 1837 | da | child-classic | 사람이 되기 위해 목소리를 내어 준 인어가 왕자를 위해 물거품이 된다.
벌거벗은 임금님 | The Emperor's New Clothes | Keiserens nye Klæder | andersen | 1837 | da | child-classic
코브자르 | Kobzar | Кобзар | shevchenko | 1840 | uk | world-poem
미운 오리 새끼 | The Ugly Duckling | Den grimme Ælling | andersen | 1843 | da | picture-book | 놀림 받던 못생긴 오리 새끼가 자라서 백조가 된다.
이것이냐 저것이냐 | Either/Or | Enten – Eller | kierkegaard | 1843 | da | west-phil
공포와 전율 | Fear and Trembling | Frygt og Bæven | kierkegaard | 1843 | da | west-phil
눈의 여왕 | The Snow Queen | Snedronningen | andersen | 1844 | da | child-classic | 게르다가 눈의 여왕에게 끌려간 친구 카이를 찾아 먼 길을 떠난다.
성냥팔이 소녀 | The Little Match Girl | Den lille Pige med Svovlstikkerne | andersen | 1845 | da | picture-book | 추운 섣달그믐 밤, 소녀가 성냥불 속에서 따뜻한 환상을 본다.
용사 야노시 | John the Valiant | János vitéz | petofi | 1845 | hu | epic
죽음에 이르는 병 | The Sickness unto Death | Sygdommen til Døden | kierkegaard | 1849 | da | west-phil | 절망이야말로 죽음에 이르는 병이라 하며 자기 자신이 되는 길을 묻는다.
쉰뇌베 솔바켄 | Synnøve Solbakken | = | bjornson | 1857 | no | nordic-novel
막스 하벨라르 | Max Havelaar | = | multatuli | 1860 | nl | nordic-novel
인간의 비극 | The Tragedy of Man | Az ember tragédiája | madach | 1861 | hu | drama
페르 귄트 | Peer Gynt | = | ibsen | 1867 | no | drama
일곱 형제 | Seven Brothers | Seitsemän veljestä | kivi | 1870 | fi | nordic-novel
말라스트라나 이야기 | Tales of the Lesser Quarter | Povídky malostranské | neruda | 1877 | cs | nordic-novel
인형의 집 | A Doll's House | Et dukkehjem | ibsen | 1879 | no | drama | 남편의 인형으로 살아온 노라가 스스로를 찾기 위해 집을 나선다.
빨간 방 | The Red Room | Röda rummet | strindberg | 1879 | sv | nordic-novel
닐스 뤼네 | Niels Lyhne | = | jacobsen | 1880 | da | nordic-novel
유령 | Ghosts | Gengangere | ibsen | 1881 | no | drama
민중의 적 | An Enemy of the People | En folkefiende | ibsen | 1882 | no | drama
샛별 | The Morning Star | Luceafărul | eminescu | 1883 | ro | world-poem
들오리 | The Wild Duck | Vildanden | ibsen | 1884 | no | drama
미스 줄리 | Miss Julie | Fröken Julie | strindberg | 1888 | sv | drama
굶주림 | Hunger | Sult | hamsun | 1890 | no | nordic-novel
인형 | The Doll | Lalka | prus | 1890 | pl | nordic-novel
예스타 베를링 이야기 | The Saga of Gösta Berling | Gösta Berlings saga | lagerlof | 1891 | sv | nordic-novel
우유 장수 테비에 | Tevye the Dairyman | טבֿיה דער מילכיקער | sholem-aleichem | 1894 | yi | nordic-novel
쿠오 바디스 | Quo Vadis | Quo vadis | sienkiewicz | 1896 | pl | nordic-novel | 네로 황제 시대의 로마에서 젊은 귀족이 그리스도교도 여인을 사랑한다.
농민들 | The Peasants | Chłopi | reymont | 1904 | pl | nordic-novel
닐스의 신기한 여행 | The Wonderful Adventures of Nils | Nils Holgerssons underbara resa genom Sverige | lagerlof | 1906 | sv | child-classic | 요정의 벌로 작아진 소년이 거위를 타고 스웨덴 온 땅을 여행한다.
팔 거리의 아이들 | The Paul Street Boys | A Pál utcai fiúk | molnar | 1906 | hu | child-classic
땅의 혜택 | Growth of the Soil | Markens grøde | hamsun | 1917 | no | nordic-novel
로봇 | R.U.R. | R.U.R. (Rossum's Universal Robots) | capek | 1920 | cs | drama | 사람 대신 일하도록 만든 로봇들이 사람에게 반란을 일으킨다.
크리스틴 라브란스다테르 | Kristin Lavransdatter | = | undset | 1920 | no | nordic-novel
병사 슈베이크의 모험 | The Good Soldier Švejk | Osudy dobrého vojáka Švejka za světové války | hasek | 1921 | cs | nordic-novel
계피색 가게들 | Cinnamon Shops | Sklepy cynamonowe | schulz | 1933 | pl | nordic-novel
도롱뇽과의 전쟁 | War with the Newts | Válka s mloky | capek | 1936 | cs | sf
`;
