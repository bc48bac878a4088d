import de.bwaldvogel.mongo.MongoBackend;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Set;

/**
 * A stand-in for MongoDB in tests: mongo-java-server on 127.0.0.1. Arguments: a port, and a file to keep the data in (in memory without one).
 * With a file every write is committed before it is answered, so that a killed server has lost nothing that it acknowledged.
 */
public final class WardlineMongo {
  private static final Set<String> WRITES =
      Set.of("insert", "update", "delete", "findandmodify", "findAndModify", "createIndexes", "drop", "dropDatabase");

  /** MongoDB 5.0 as far as drivers look. */
  private static final MongoVersion VERSION = new MongoVersion() {
    @Override public List<Integer> getVersionArray() { return List.of(5, 0, 0); }
    @Override public int getWireVersion() { return 13; }
  };

  private static final class DurableBackend extends H2Backend {
    DurableBackend(String file) { super(file); }

    @Override public Document handleMessage(MongoMessage message) {
      Document answer = super.handleMessage(message);
      if (message.getDocument().keySet().stream().anyMatch(WRITES::contains)) commit();
      return answer;
    }
  }

  public static void main(String[] args) throws Exception {
    MongoBackend backend = (args.length > 1 ? new DurableBackend(args[1]) : new MemoryBackend()).version(VERSION);
    MongoServer server = new MongoServer(backend);
    server.bind(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])));
    Runtime.getRuntime().addShutdownHook(new Thread(server::shutdownNow));
    System.out.println("listening");
    Thread.currentThread().join();
  }
}
